# Writes clmm_cases_reference.json: what R says about judges' slopes, separation, aliasing and each cut of the scale.
# Run from this folder: Rscript clmm_cases_reference.R   (Debian: apt-get install r-cran-ordinal r-cran-lme4)
library(ordinal)
source("wide.R")
named <- function(x) paste(sprintf('"%s": %.10g', names(x), x), collapse = ", ")
read <- function(name) {
  d <- read_wide(paste0("clmm_", name, ".csv"))
  d$mixed <- as.numeric(d$mixed)
  d$rating <- ordered(d$rating)
  d$pair_condition <- paste(d$pair, d$condition)
  d$judge_condition <- paste(d$judge, d$condition)
  d$centred <- d$mixed - 0.5
  d$judge_again <- d$judge
  d
}
control <- clmm.control(method = "nlminb", gradTol = 1e-6)
entry <- function(name, m) {
  # Where ratings part completely there is no curvature to invert.
  errors <- tryCatch(sqrt(diag(vcov(m)))[names(coef(m))], error = function(e) coef(m) * NA)
  sigmas <- sapply(m$ST, function(s) s[1, 1])
  errors[!is.finite(errors)] <- -1
  sprintf('  "%s": {"estimates": {%s}, "errors": {%s}, "sigmas": {%s}, "log_likelihood": %.10g}',
          name, named(coef(m)), named(errors), named(sigmas), as.numeric(logLik(m)))
}
s <- read("slopes")
full <- rating ~ condition + (1 | judge) + (1 | judge_condition) + (1 | pair) + (1 | pair_condition) + (1 | sentence)
parts <- c(
  entry("conditions", clmm(full, data = s, control = control)),
  entry("conditions_bare", clmm(update(full, . ~ . - condition), data = s, control = control)),
  entry("one_slope", clmm(rating ~ mixed + (1 | judge) + (0 + centred | judge_again) + (1 | pair) + (1 | sentence),
                          data = s, control = control)))
for (cut in 1:5) {
  s$accepts <- ordered(as.integer(as.character(s$rating)) >= cut)
  parts <- c(parts, entry(paste0("cut_", cut), clmm(update(full, accepts ~ .), data = s, control = control)))
}
# Rank: which columns R's own pivoting keeps of a phenomenon, its opposite and a condition.
x <- cbind(intercept = 1, mixed = s$mixed, plain = 1 - s$mixed, ml0 = as.numeric(s$condition == "ML0"))
decomposed <- qr(x, LAPACK = FALSE)
kept <- colnames(x)[decomposed$pivot[seq_len(decomposed$rank)]]
parts <- c(parts, sprintf('  "kept_columns": [%s]', paste(sprintf('"%s"', setdiff(kept, "intercept")), collapse = ", ")))
d <- read("separated")
apart <- clmm(rating ~ condition + (1 | judge) + (1 | sentence), data = d, control = control)
d$merged <- ifelse(d$condition == "ML1", "EC1", d$condition)
merged <- clmm(rating ~ merged + (1 | judge) + (1 | sentence), data = d, control = control)
parts <- c(parts, entry("separated", apart), entry("separated_merged", merged))
writeLines(c("{", paste(parts, collapse = ",\n"), "}"), "clmm_cases_reference.json")
writeLines(paste(R.version.string, "ordinal", packageVersion("ordinal")))
