# A cumulative link mixed model of the ratings, from the files beside this one: the same as on the page of comparisons.
#
#   Rscript analysis.R        needs the package `ordinal` (Christensen): install.packages("ordinal")
#
# Compared are cells, that is the sentences that exactly these models generate (imported sentences: by source). Judges
# and pairs have effects of their own for each cell; a sentence without a pair is a pair by itself; of a judge's two
# answers to a repeated sentence the first is taken. Only ratings with excluded = false count; csv/exclusions.csv says by
# which rules. Ratings are ordinal: treating them as numbers gives false alarms, misses and inversions (Liddell and
# Kruschke 2018), so there is no lm() here. Tests are Student's with judges - 1 degrees of freedom.

library(ordinal)

arguments <- commandArgs(trailingOnly = FALSE)
script <- sub("^--file=", "", grep("^--file=", arguments, value = TRUE))
folder <- if (length(script)) dirname(normalizePath(script)) else "."

ratings <- read.csv(file.path(folder, "csv", "ratings.csv"), encoding = "UTF-8", stringsAsFactors = FALSE,
                    colClasses = c(excluded = "character", pair = "character", source = "character",
                                   models = "character", "repeat" = "character"), check.names = FALSE)
ratings <- ratings[ratings$excluded == "false" & ratings[["repeat"]] == "false", ]
words <- ifelse(ratings$models == "", "none of the models", paste(gsub(";", " & ", ratings$models), "only"))
ratings$cell <- factor(ifelse(ratings$source == "", words, ratings$source))
ratings$pair <- factor(ifelse(ratings$pair == "", paste("item", ratings$sentence), paste("pair", ratings$pair)))
ratings$judge <- factor(ratings$judge)
ratings$sentence <- factor(ratings$sentence)
ratings$pair_cell <- interaction(ratings$pair, ratings$cell, drop = TRUE)
ratings$judge_cell <- interaction(ratings$judge, ratings$cell, drop = TRUE)

for (criterion in unique(ratings$criterion)) {
  here <- droplevels(ratings[ratings$criterion == criterion, ])
  here$rating <- factor(here$value, levels = sort(unique(here$value)), ordered = TRUE)
  # Groups of one member each say what their members already say.
  random <- c("(1 | judge)", "(1 | sentence)")
  below <- nlevels(here$sentence)
  if (nlevels(here$pair_cell) < below) {
    random <- c(random, "(1 | pair_cell)")
    below <- nlevels(here$pair_cell)
  }
  if (nlevels(here$pair) < below) random <- c(random, "(1 | pair)")
  if (nlevels(here$judge_cell) > nlevels(here$judge)) random <- c(random, "(1 | judge_cell)")
  fixed <- if (nlevels(here$cell) > 1) "cell" else "1"
  model <- clmm(as.formula(paste("rating ~", paste(c(fixed, random), collapse = " + "))), data = here)
  cat("\n==", criterion, "\n")
  print(summary(model))
  estimates <- coef(summary(model))
  estimates <- estimates[grepl("^cell", rownames(estimates)), , drop = FALSE]
  freedom <- nlevels(here$judge) - 1
  cat("p values by Student's t with", freedom, "degrees of freedom:\n")
  print(setNames(2 * pt(-abs(estimates[, "z value"]), freedom), rownames(estimates)))
}
