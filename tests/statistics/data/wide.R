# Reads a table with a row a sentence and a column a judge ("judge J1", with a group "judge J1 (north)") as ratings.
read_wide <- function(file) {
  table <- read.csv(file, check.names = FALSE, colClasses = "character")
  parts <- lapply(grep("^judge ", names(table), value = TRUE), function(column) {
    name <- regmatches(column, regexec("^judge ([^ ]+)(?: [(](.*)[)])?$", column, perl = TRUE))[[1]]
    data.frame(table[!grepl("^judge ", names(table))], judge = name[2], group = name[3], rating = table[[column]])
  })
  ratings <- do.call(rbind, parts)
  ratings[ratings$rating != "", ]
}
