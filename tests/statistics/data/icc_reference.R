# Writes icc_reference.json: variances by REML of incomplete tables, from R's lme4.
# Run from this folder: Rscript icc_reference.R   (Debian: apt-get install r-cran-lme4)
suppressMessages(library(lme4))
entry <- function(name) {
  d <- read.csv(paste0("clmm_", name, ".csv"))
  m <- lmer(rating ~ 1 + (1 | sentence) + (1 | judge), data = d)
  v <- as.data.frame(VarCorr(m))
  named <- setNames(v$vcov, v$grp)
  sprintf('  "%s": {"item": %.8g, "judge": %.8g, "residual": %.8g, "icc": %.8g}', name, named["sentence"],
          named["judge"], named["Residual"], named["sentence"] / sum(named))
}
writeLines(c("{", paste(sapply(c("incomplete", "slopes"), entry), collapse = ",\n"), "}"), "icc_reference.json")
