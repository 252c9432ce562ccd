# Wrote choices_reference.json from choices.csv, with R 4.2 and lme4 1.1-31 (Debian's r-base-core and r-cran-lme4):
#   cd tests/statistics/data && Rscript choices_reference.R
# R is not needed to run the tests. lme4 stops its inner search early unless told otherwise (tolPwrss).
library(lme4)
source("wide.R")
data <- read_wide("choices.csv")
data$stood_first <- as.integer(grepl("^first", data$rating))
data$chosen <- as.integer(grepl("yes$", data$rating))
numbers <- function(x) sprintf("{%s}", paste(sprintf('"%s": %.8f', names(x), x), collapse = ", "))

mixed <- function(a, b) {
  one <- subset(data, first == a & second == b)
  one$side <- ifelse(one$stood_first == 1, 0.5, -0.5)
  fit <- glmer(chosen ~ side + (1 | judge) + (1 | pair), data = one, family = binomial,
               control = glmerControl(optimizer = "bobyqa", tolPwrss = 1e-12, optCtrl = list(maxfun = 1e5, rhoend = 1e-9)))
  found <- summary(fit)$coefficients
  sigmas <- sapply(VarCorr(fit), function(v) attr(v, "stddev"))
  names(sigmas) <- sub("\\..*", "", names(sigmas))
  names <- c("preference", "stood first")
  sprintf('{"estimates": %s, "errors": %s, "sigmas": %s, "log_likelihood": %.8f}',
          numbers(setNames(found[, 1], names)), numbers(setNames(found[, 2], names)), numbers(sigmas),
          as.numeric(logLik(fit)))
}

scale <- function(link) {
  conditions <- c("EC1", "ML0", "ML2")
  x <- sapply(conditions, function(name) (data$first == name) - (data$second == name))
  fit <- glm(data$chosen ~ x[, 2:3] - 1, family = binomial(link))
  values <- c(0, coef(fit))
  numbers(setNames(values - mean(values), conditions))
}

contrasts <- list(c("EC1", "ML0"), c("EC1", "ML2"), c("ML0", "ML2"))
fits <- sapply(contrasts, function(c) sprintf('    "%s, %s": %s', c[1], c[2], mixed(c[1], c[2])))
cat(sprintf('{\n  "mixed": {\n%s\n  },\n  "logit": %s,\n  "probit": %s\n}\n',
            paste(fits, collapse = ",\n"), scale("logit"), scale("probit")), file = "choices_reference.json")
