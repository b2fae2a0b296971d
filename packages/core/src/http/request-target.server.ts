/** The requested path and query. Ignores the origin, which comes from the Host header, set by the client. */
export const targetOf = ({ url }: Request): string => url.slice(url.indexOf('/', 8))

/** The requested path. */
export const pathOf = (request: Request): string => targetOf(request).split('?')[0] ?? ''

/** Whether there are two Host headers, which the web's Headers join: proxies choose different ones. */
export const hasTwoHosts = ({ headers }: Request): boolean => headers.get('host')?.includes(',') === true
