# A cumulative link mixed model of the ratings, from the files beside this one.
#
#   Rscript analysis.R        needs the package `ordinal` (Christensen): install.packages("ordinal")
#
# The condition a sentence was drawn for is the fixed effect; judges, pairs and sentences within pairs are random. Only
# ratings with excluded = false count; csv/exclusions.csv says by which rules. Ratings are ordinal: treating them as
# numbers gives false alarms, misses and inversions (Liddell and Kruschke 2018), so there is no lm() here.

library(ordinal)

arguments <- commandArgs(trailingOnly = FALSE)
script <- sub("^--file=", "", grep("^--file=", arguments, value = TRUE))
folder <- if (length(script)) dirname(normalizePath(script)) else "."

ratings <- read.csv(file.path(folder, "csv", "ratings.csv"), encoding = "UTF-8", stringsAsFactors = FALSE,
                    colClasses = c(excluded = "character"), check.names = FALSE)
ratings <- ratings[ratings$excluded == "false", ]
for (column in c("judge", "pair", "sentence", "condition")) ratings[[column]] <- factor(ratings[[column]])

for (criterion in unique(ratings$criterion)) {
  here <- droplevels(ratings[ratings$criterion == criterion, ])
  here$rating <- factor(here$value, levels = sort(unique(here$value)), ordered = TRUE)
  random <- "(1 | judge)"
  if (nlevels(here$pair) > 1) random <- paste(random, "+ (1 | pair)")
  if (nlevels(here$sentence) > nlevels(here$pair)) random <- paste(random, "+ (1 | sentence)")
  fixed <- if (nlevels(here$condition) > 1) "condition" else "1"
  model <- clmm(as.formula(paste("rating ~", fixed, "+", random)), data = here)
  cat("\n==", criterion, "\n")
  print(summary(model))
}
