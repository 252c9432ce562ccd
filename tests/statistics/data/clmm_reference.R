# Writes clmm_reference.json: what R's ordinal::clmm says about the three data sets beside this script.
# Run from this folder: Rscript clmm_reference.R   (Debian: apt-get install r-cran-ordinal)
library(ordinal)
source("wide.R")
number <- function(x) paste(sprintf("%.10g", x), collapse = ", ")
named <- function(x) paste(sprintf('"%s": %.10g', names(x), x), collapse = ", ")
entry <- function(name) {
  d <- read_wide(paste0("clmm_", name, ".csv"))
  d$rating <- ordered(d$rating)
  m <- clmm(rating ~ condition + (1 | judge) + (1 | pair) + (1 | sentence), data = d, link = "logit",
            Hess = TRUE, nAGQ = 1, control = clmm.control(method = "nlminb", gradTol = 1e-6))
  errors <- sqrt(diag(vcov(m)))[names(coef(m))]
  sigmas <- sapply(m$ST, function(s) s[1, 1])
  sprintf('  "%s": {"estimates": {%s}, "errors": {%s}, "sigmas": {%s}, "log_likelihood": %.10g}',
          name, named(coef(m)), named(errors), named(sigmas), as.numeric(logLik(m)))
}
names <- c("complete", "incomplete", "no_pair_effect")
writeLines(c("{", paste(sapply(names, entry), collapse = ",\n"), "}"), "clmm_reference.json")
writeLines(paste(R.version.string, "ordinal", packageVersion("ordinal")))
