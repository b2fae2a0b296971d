/** A place in object storage: `s3://bucket/prefix?endpoint=https://...&region=...`. */
export type StorageUrl = {
  bucket: string
  /** Empty, or ends with a slash. */
  prefix: string
  /** Undefined for AWS itself. */
  endpoint: string | undefined
  region: string
  /** The bucket is in the path and not in the host, as most servers other than AWS's expect. */
  isPathStyle: boolean
}

const PARAMETERS = ['endpoint', 'region', 'path-style']

/** Undefined for anything else. */
export function parseStorageUrl(text: string): StorageUrl | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, hostname, pathname, searchParams, hash, username } = new URL(text)
  const endpoint = searchParams.get('endpoint') ?? undefined
  const isValid =
    protocol === 's3:' &&
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(hostname) &&
    /^(\/[\w.-]+)*\/?$/.test(pathname) &&
    hash + username === '' &&
    [...searchParams.keys()].every((name) => PARAMETERS.includes(name)) &&
    (endpoint === undefined || (/^https?:\/\//.test(endpoint) && URL.canParse(endpoint)))
  if (!isValid) return undefined
  const folder = pathname.replaceAll(/^\/|\/$/g, '')
  return {
    bucket: hostname,
    prefix: folder && `${folder}/`,
    endpoint,
    region: searchParams.get('region') ?? 'us-east-1',
    isPathStyle: searchParams.get('path-style') !== 'false',
  }
}

/** Whether one of two valid URLs is the other's place or within it. */
export function isOnePlace(one: string, other: string): boolean {
  const [a, b] = [parseStorageUrl(one), parseStorageUrl(other)]
  return (
    a !== undefined &&
    b !== undefined &&
    a.bucket === b.bucket &&
    a.endpoint === b.endpoint &&
    (a.prefix.startsWith(b.prefix) || b.prefix.startsWith(a.prefix))
  )
}
