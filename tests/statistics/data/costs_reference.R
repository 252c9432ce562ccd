# Writes costs_reference.json: what R's ordinal::clmm says about the costs of constraints in costs_*.csv.
# Run from this folder: Rscript costs_reference.R   (Debian: apt-get install r-cran-ordinal)
library(ordinal)
source("wide.R")
named <- function(x) paste(sprintf('"%s": %.10g', names(x), x), collapse = ", ")
read <- function(name) {
  d <- read_wide(paste0("costs_", name, ".csv"))
  d$switches <- as.integer(d$switches)
  d$rating <- ordered(d$rating)
  d$broken <- relevel(factor(d$broken), ref = "clean")
  d$switches <- factor(ifelse(d$switches >= 4, "4+", d$switches))
  d
}
# x_c: whether c is in the broken set, coded +-1/2; its mean within the pair; a copy of judge and pair for each slope.
slopes <- function(d, constraints) {
  for (c in constraints) {
    has <- grepl(c, d$broken, fixed = TRUE)
    d[[paste0("x_", c)]] <- has - 0.5
    d[[paste0("mean_", c)]] <- ave(as.numeric(has), d$pair)
    d[[paste0("judge_", c)]] <- d$judge
    d[[paste0("pair_", c)]] <- d$pair
  }
  d
}
random <- function(constraints) paste(c("(1 | judge)", "(1 | pair)", "(1 | match)", "(1 | sentence)",
  sprintf("(0 + x_%s | judge_%s)", constraints, constraints), sprintf("(0 + x_%s | pair_%s)", constraints, constraints)),
  collapse = " + ")
control <- clmm.control(method = "nlminb", gradTol = 1e-6)
entry <- function(name, m) {
  errors <- sqrt(diag(vcov(m)))[names(coef(m))]
  sigmas <- sapply(m$ST, function(s) s[1, 1])
  sprintf('  "%s": {"estimates": {%s}, "errors": {%s}, "sigmas": {%s}, "log_likelihood": %.10g}',
          name, named(coef(m)), named(errors), named(sigmas), as.numeric(logLik(m)))
}
model <- function(name, fixed, constraints) {
  d <- slopes(read(name), constraints)
  clmm(as.formula(paste("rating ~", fixed, "+", random(constraints))), data = d, control = control)
}
both <- c("fragments", "positions")
d <- slopes(read("together"), both)
d$fragments <- d$x_fragments + 0.5
d$positions <- d$x_positions + 0.5
additive <- clmm(as.formula(paste("rating ~ switches + mean_fragments + mean_positions + fragments + positions +",
                                  random(both))), data = d, control = control)
parts <- c(
  entry("two", model("two", "broken + switches", both)),
  entry("together", model("together", "broken + switches + mean_fragments + mean_positions", both)),
  entry("together_additive", additive),
  entry("groups", model("groups", "group + broken:group + switches", "nesting")))
writeLines(c("{", paste(parts, collapse = ",\n"), "}"), "costs_reference.json")
writeLines(paste(R.version.string, "ordinal", packageVersion("ordinal")))
