// Preloaded (--import) into an application under test: sends its requests to providers to the server at
// OAUTH_STAND_IN instead. The product has no setting for this, so it cannot be enabled in production.
const standIn = process.env.OAUTH_STAND_IN
const own = (process.env.OAUTH_STAND_IN_HOSTS ?? '').split(',')
const hosts = new Set(['oauth2.googleapis.com', 'www.googleapis.com', 'github.com', 'api.github.com', ...own])
const ask = globalThis.fetch

globalThis.fetch = (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input)
  return standIn && hosts.has(url.host)
    ? ask(`${standIn}/${url.host}${url.pathname}${url.search}`, init)
    : ask(input, init)
}
