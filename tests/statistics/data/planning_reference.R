# Writes planning_reference.json: how often R finds a cost in studies that R itself simulates, for eight designs.
# The simulation is that of evaluation/statistics/costs/simulated.py, written anew. Every study is fitted by lme4::lmer
# (maximum likelihood on the points of the scale), which is what the quick plan stands for; that it finds what the full
# model finds is seen by benchmarks/planning_agreement.py, and that the full model is ordinal::clmm by test_costs.py.
# Studies are added to those that the file has, 50 at a time, each time with a seed of its own.
# Run from this folder: Rscript planning_reference.R 2000 [half ...]   (Debian: apt-get install r-cran-lme4)
suppressMessages(library(lme4))
given <- commandArgs(trailingOnly = TRUE)
rounds <- (if (length(given) > 0) as.integer(given[1]) else 500) / 50

usual <- list(judge = 1, judge_slope = 0.5, pair = 0.5, pair_slope = 0.3, match = 0.3, sentence = 1)
design <- function(..., spreads = list()) {
  modifyList(list(pairs = 12, matches = 1, judges = 12, each = NA, cost = 0, dropout = 0, switch_cost = 0.2,
                  spreads = modifyList(usual, spreads)), list(...))
}
designs <- list(
  small = design(judges = 12, pairs = 12, cost = 1.6),
  nothing = design(judges = 14, pairs = 10, cost = 0),
  half = design(judges = 16, pairs = 16, each = 16, cost = 1.3),
  two_matches = design(judges = 10, pairs = 8, matches = 2, cost = 1.1),
  alike = design(judges = 10, pairs = 14, cost = 0.8, spreads = list(judge_slope = 0.3, sentence = 0.5)),
  dropout = design(judges = 16, pairs = 12, dropout = 0.4, cost = 1.3, spreads = list(judge_slope = 1, sentence = 0.7)),
  six_judges = design(judges = 6, pairs = 16, cost = 1.2),
  eight_judges = design(judges = 8, pairs = 10, matches = 2, cost = 1)
)

simulated <- function(d) {
  s <- d$spreads
  match <- rep(seq_len(d$pairs * d$matches), each = 2)
  pair <- rep(seq_len(d$pairs), each = 2 * d$matches)
  x <- rep(c(0.5, -0.5), length.out = length(match))
  switches <- sample(1:4, max(match), replace = TRUE)[match]
  level <- rnorm(d$pairs, 0, s$pair)[pair] + rnorm(max(match), 0, s$match)[match] +
    rnorm(length(match), 0, s$sentence) - d$switch_cost * (switches - 1) + x * rnorm(d$pairs, 0, s$pair_slope)[pair]
  each <- if (is.na(d$each)) length(match) else d$each
  rounds <- unlist(replicate(ceiling(d$judges * each / length(match)), sample(length(match)), simplify = FALSE))
  dealt <- lapply(seq_len(d$judges), function(judge) {
    own <- unique(rounds[(judge - 1) * each + seq_len(each)])
    if (runif(1) < d$dropout) own <- own[sample.int(length(own), max(1, length(own) %/% 2))]
    data.frame(judge = judge, sentence = own)
  })
  r <- do.call(rbind, dealt)
  r$x <- x[r$sentence]; r$pair <- pair[r$sentence]; r$match <- match[r$sentence]
  r$switches <- factor(switches[r$sentence])
  r$mean_x <- ave(r$x, r$pair)
  eta <- level[r$sentence] + rnorm(d$judges, 0, s$judge)[r$judge] +
    rnorm(d$judges, 0, s$judge_slope)[r$judge] * r$x - d$cost * (r$x + 0.5)
  r$rating <- findInterval(eta + rlogis(nrow(r)), -2:2)
  r
}

# Below ten judges the analysis has no slopes of judges: it is for these judges, and pairs alone are a sample.
has_slope <- function(d) d$judges >= 10
# With one match a pair, effects of pairs and of matches are the same, and slopes of pairs are differences of sentences.
random <- function(d) {
  one <- paste("(1 | pair) + (1 | sentence) + (1 | judge)", if (has_slope(d)) "+ (0 + x | judge)")
  if (d$matches > 1) paste(one, "+ (1 | match) + (0 + x | pair)") else one
}
control <- lmerControl(calc.derivs = FALSE, check.rankX = "silent.drop.cols", check.conv.singular = "ignore")
quick <- function(d, r) {
  m <- suppressWarnings(lmer(as.formula(paste("rating ~ switches + mean_x + x +", random(d))), data = r, REML = FALSE,
                             control = control))
  c(-fixef(m)[["x"]], sqrt(vcov(m)["x", "x"]))
}
reach <- function(d) qt(0.975, (if (has_slope(d)) min(d$judges, d$pairs) else d$pairs) - 1)
fifty <- function(d) replicate(50, quick(d, simulated(d)))
entry <- function(name) {
  d <- designs[[name]]
  sprintf(paste0('  "%s": {"judges": %d, "pairs": %d, "matches": %d, "each": %s, "cost": %g, "dropout": %g,\n',
                 '    "spreads": {%s},\n    "studies": %d, "found": %.4f, "estimate": %.4f, "width": %.4f}'),
          name, d$judges, d$pairs, d$matches, if (is.na(d$each)) "null" else d$each, d$cost, d$dropout,
          paste(sprintf('"%s": %g', names(d$spreads), unlist(d$spreads)), collapse = ", "),
          done[[name]][1], done[[name]][2], done[[name]][3], done[[name]][4])
}

# What the file has: of each design how many studies, the share that found the cost, the mean estimate and width.
results <- "planning_reference.json"
before <- if (file.exists(results)) grep('"studies"', readLines(results), value = TRUE) else character(0)
before <- c(before, rep("0 0 0 0", length(designs) - length(before)))
done <- lapply(regmatches(before, gregexpr("-?[0-9.]+", before)), as.numeric)
names(done) <- names(designs)
for (round in seq_len(rounds)) for (name in if (length(given) > 1) given[-1] else names(designs)) {
  d <- designs[[name]]
  old <- done[[name]]
  set.seed(1601 + old[1] / 50)
  new <- fifty(d)
  means <- c(mean(abs(new[1, ]) > reach(d) * new[2, ]), mean(new[1, ]), mean(2 * reach(d) * new[2, ]))
  done[[name]] <- c(old[1] + 50, (old[1] * old[-1] + 50 * means) / (old[1] + 50))
  writeLines(c("{", paste(sapply(names(designs), entry), collapse = ",\n"), "}"), results)
}
