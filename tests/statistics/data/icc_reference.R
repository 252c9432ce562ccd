# Writes icc_reference.json: variances by REML of incomplete tables, from R's lme4.
# Run from this folder: Rscript icc_reference.R   (Debian: apt-get install r-cran-lme4)
suppressMessages(library(lme4))
source("wide.R")
entry <- function(name, d) {
  exact <- lmerControl(optimizer = "bobyqa", optCtrl = list(rhoend = 1e-9), check.conv.singular = "ignore")
  m <- lmer(rating ~ 1 + (1 | sentence) + (1 | judge), data = d, control = exact)
  v <- as.data.frame(VarCorr(m))
  named <- setNames(v$vcov, v$grp)
  sprintf('  "%s": {"item": %.8g, "judge": %.8g, "residual": %.8g, "icc": %.8g}', name, named["sentence"],
          named["judge"], named["Residual"], named["sentence"] / sum(named))
}
ratings <- function(file) transform(read_wide(file), rating = as.integer(rating))
cases <- ratings("icc_cases.csv")
parts <- c(sapply(c("incomplete", "slopes"), function(name) entry(name, ratings(paste0("clmm_", name, ".csv")))),
           sapply(unique(cases$case), function(name) entry(name, cases[cases$case == name, ])))
writeLines(c("{", paste(parts, collapse = ",\n"), "}"), "icc_reference.json")
writeLines(paste(R.version.string, "lme4", packageVersion("lme4")))
