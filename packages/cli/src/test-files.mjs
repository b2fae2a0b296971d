/**
 * Whether a file is a test, or something that only tests use: a feature's folders `tests` and `e2e`, and its
 * files for tests that span features.
 */
export const isTestFile = (file) =>
  /\.test\.tsx?$|^packages\/(testing|[^/]+\/test)\/|^src\/features\/[^/]+\/((tests|e2e)\/|[^/]+\.(matrix|screens|fixtures)\.ts$)/.test(
    file,
  )
