# A cumulative link mixed model of the ratings, from the files beside this one: the same as on the page of comparisons.
#
#   Rscript analysis.R                    needs the package `ordinal` (Christensen): install.packages("ordinal")
#   Rscript analysis.R costs              only what breaking constraints costs
#   Rscript analysis.R costs ML2 usage    only of these theories and criteria
#
# `ordinal` finds slopes of judges and pairs by many small steps: costs from 2,000 ratings take about four minutes for
# each theory and criterion. Every fit says how long it took.
#
# Compared are cells, that is the sentences that exactly these models generate; csv/sentences.csv has them. Judges
# and pairs have effects of their own for each cell; a sentence without a pair is a pair by itself; of a judge's two
# answers to a repeated sentence the first is taken. Only ratings with excluded = false count; csv/exclusions.csv says by
# which rules. Ratings are ordinal: treating them as numbers gives false alarms, misses and inversions (Liddell and
# Kruschke 2018), so there is no lm() here. Tests are Student's with judges - 1 degrees of freedom.

library(ordinal)

wanted <- commandArgs(trailingOnly = TRUE)
only_costs <- "costs" %in% wanted
wanted <- setdiff(wanted, "costs")
arguments <- commandArgs(trailingOnly = FALSE)
script <- sub("^--file=", "", grep("^--file=", arguments, value = TRUE))
folder <- if (length(script)) dirname(normalizePath(script)) else "."

ratings <- read.csv(file.path(folder, "csv", "ratings.csv"), encoding = "UTF-8", stringsAsFactors = FALSE,
                    colClasses = c(excluded = "character", pair = "character", "repeat" = "character"),
                    check.names = FALSE)
sentences <- read.csv(file.path(folder, "csv", "sentences.csv"), encoding = "UTF-8", stringsAsFactors = FALSE,
                      colClasses = c(cell = "character"))
ratings <- ratings[ratings$excluded == "false" & ratings[["repeat"]] == "false", ]
ratings$cell <- factor(sentences$cell[match(ratings$sentence, sentences$sentence)])
ratings$pair <- factor(ifelse(ratings$pair == "", paste("item", ratings$sentence), paste("pair", ratings$pair)))
ratings$judge <- factor(ratings$judge)
ratings$sentence <- factor(ratings$sentence)
ratings$pair_cell <- interaction(ratings$pair, ratings$cell, drop = TRUE)
ratings$judge_cell <- interaction(ratings$judge, ratings$cell, drop = TRUE)

# Names that were given on the command line, or all of them where none of these was.
chosen <- function(names) if (any(wanted %in% names)) intersect(names, wanted) else names
fitted_model <- function(fixed, random, data) {
  cat("\nFitting", nrow(data), "ratings with", length(random), "random effects ...\n")
  started <- proc.time()[["elapsed"]]
  model <- clmm(as.formula(paste("rating ~", paste(c(fixed, random), collapse = " + "))), data = data)
  cat("It took", round(proc.time()[["elapsed"]] - started), "seconds.\n")
  model
}

for (criterion in if (only_costs) character() else chosen(unique(ratings$criterion))) {
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
  model <- fitted_model(fixed, random, here)
  cat("\n==", criterion, "\n")
  print(summary(model))
  estimates <- coef(summary(model))
  estimates <- estimates[grepl("^cell", rownames(estimates)), , drop = FALSE]
  freedom <- nlevels(here$judge) - 1
  cat("p values by Student's t with", freedom, "degrees of freedom:\n")
  print(setNames(2 * pt(-abs(estimates[, "z value"]), freedom), rownames(estimates)))
}

# What breaking a constraint costs, theory by theory, as on the page of constraints. Clear and clean mixed sentences
# only, controls left out. x_c says whether c is broken, coded +-1/2; the cost is minus the coefficient of a broken set.
# Slopes of judges need 10 judges with 3 violators and 3 clean sentences each, slopes of pairs 5 pairs with both.
broken <- read.csv(file.path(folder, "csv", "broken.csv"), encoding = "UTF-8", stringsAsFactors = FALSE,
                   colClasses = c(clear = "character", pair = "character", theory = "character", broken = "character",
                                  match = "character", role = "character", control = "character"))
broken <- broken[broken$clear == "true" & broken$switch_points > 0 & broken$control == "", ]

# The costs that the page of constraints shows, for all judges; none before they were fitted there.
shown <- read.csv(file.path(folder, "csv", "constraints.csv"), encoding = "UTF-8", stringsAsFactors = FALSE,
                  colClasses = c(group = "character", context = "character"))
shown <- shown[shown$quantity == "cost_logits" & shown$group == "" & !is.na(shown$value), ]
# A cost is what a broken set costs less what it costs without the constraint: its coefficient here is minus that.
beside_the_page <- function(model, theory, criterion) {
  page <- shown[shown$theory == theory & shown$criterion == criterion, ]
  sets <- function(names) vapply(strsplit(names, "+", fixed = TRUE), function(one) paste(sort(one), collapse = "+"), "")
  estimates <- coef(model)[grepl("^broken", names(coef(model)))]
  names(estimates) <- sets(sub("^broken", "", names(estimates)))
  estimates <- c(estimates, setNames(0, sets("")))
  with <- sets(ifelse(page$context == "", page$constraint, paste(page$context, page$constraint, sep = "+")))
  cost <- unname(estimates[match(sets(page$context), names(estimates))] - estimates[match(with, names(estimates))])
  data.frame(constraint = page$constraint, beside = page$context, here = round(cost, 4), page = round(page$value, 4),
             error_on_page = round(page$error, 4))
}

for (theory in chosen(unique(broken$theory))) for (criterion in chosen(unique(ratings$criterion))) {
  here <- ratings[ratings$criterion == criterion, c("sentence", "judge", "pair", "value")]
  here <- merge(here, broken[broken$theory == theory, c("sentence", "broken", "switch_points", "match")], by = "sentence")
  if (!any(here$broken != "clean") || !any(here$broken == "clean") || length(unique(here$judge)) < 2) next
  here <- droplevels(here)
  here$rating <- factor(here$value, levels = sort(unique(here$value)), ordered = TRUE)
  here$match <- factor(ifelse(here$match == "", paste("alone", here$sentence), here$match))
  here$switches <- factor(ifelse(here$switch_points >= 4, "4+", here$switch_points))
  here$broken <- relevel(factor(here$broken), ref = "clean")
  constraints <- setdiff(unique(unlist(strsplit(levels(here$broken), "+", fixed = TRUE))), "clean")
  fixed <- c(if (nlevels(here$switches) > 1) "switches", paste0("mean_", constraints), "broken")
  random <- c("(1 | judge)", "(1 | sentence)")
  if (nlevels(here$match) < nlevels(here$sentence)) random <- c(random, "(1 | match)")
  if (nlevels(here$pair) < nlevels(here$match)) random <- c(random, "(1 | pair)")
  for (one in constraints) {
    has <- vapply(strsplit(as.character(here$broken), "+", fixed = TRUE), function(set) one %in% set, logical(1))
    here[[paste0("x_", one)]] <- has - 0.5
    here[[paste0("mean_", one)]] <- ave(as.numeric(has), here$pair)
    enough <- table(here$judge, has)[, "TRUE"] >= 3 & table(here$judge, here$broken == "clean")[, "TRUE"] >= 3
    sentences <- unique(data.frame(sentence = here$sentence, pair = here$pair, has = has))
    kinds <- table(sentences$pair, sentences$has)
    if (sum(enough) >= 10) {
      here[[paste0("judge_", one)]] <- here$judge
      random <- c(random, sprintf("(0 + x_%s | judge_%s)", one, one))
    }
    if (sum(apply(kinds, 1, min) > 0 & apply(kinds, 1, max) > 1) >= 5) {
      here[[paste0("pair_", one)]] <- here$pair
      random <- c(random, sprintf("(0 + x_%s | pair_%s)", one, one))
    }
  }
  # Pairs' means that are all alike say nothing.
  fixed <- Filter(function(name) is.factor(here[[name]]) || length(unique(round(here[[name]], 9))) > 1, fixed)
  model <- fitted_model(fixed, random, here)
  cat("\n==", criterion, "- costs of the constraints of", theory, "\n")
  print(summary(model))
  beside <- beside_the_page(model, theory, criterion)
  if (nrow(beside) > 0) {
    cat("Costs in logits, fitted here and shown on the page:\n")
    print(beside, row.names = FALSE)
  }
}
