/**
 * Whether a file is a test, or something that only tests and benches use: a feature's folders `tests`, `e2e`
 * and `bench`, and its files for tests that span features.
 */
export const isTestFile = (file) =>
  /\.test\.tsx?$|^src\/features\/[^/]+\/((tests|e2e|bench)\/|[^/]+\.(matrix|screens|fixtures|bench)\.ts$)/.test(
    file,
  )
