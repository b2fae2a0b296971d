// Preloaded (--import) into an application under test: what it would ask of Google or Github it asks of the
// server at OAUTH_STAND_IN instead. The product has no switch for this, so that none can be thrown where it
// runs for real.
const standIn = process.env.OAUTH_STAND_IN
const hosts = new Set(['oauth2.googleapis.com', 'www.googleapis.com', 'github.com', 'api.github.com'])
const ask = globalThis.fetch

globalThis.fetch = (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input)
  return standIn && hosts.has(url.host)
    ? ask(`${standIn}/${url.host}${url.pathname}${url.search}`, init)
    : ask(input, init)
}
