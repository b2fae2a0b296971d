// plinth s3 FOLDER PORT [HOST]: an S3 server with one bucket, for tests and this machine.
// Knows what packages/core/src/storage sends, and answers NotImplemented to everything else.
import { createHash, createHmac, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, type Stats } from 'node:fs'
import { link, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { text } from 'node:stream/consumers'

export const BUCKET = 'files'
export const CREDENTIALS: Record<string, string> = {
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local-secret',
}

const refusal = (status: number, code: string) => Object.assign(new Error(code), { status })

/** Where an object lies in the server's folder. */
export const objectFile = (folder: string, key: string) =>
  path.join(folder, 'objects', Buffer.from(key).toString('base64url'))

export function s3Handler(folder: string) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const url = new URL(request.url ?? '/', 'http://s3')
    answer({ folder, request, response, url }).catch((error: Error & { status?: number }) => {
      if (response.headersSent) return void response.destroy()
      const { status = 500, message } = error
      const code = status === 500 ? 'InternalError' : message
      sendXml(response, `<Error><Code>${code}</Code><Message>${escapeXml(message)}</Message></Error>`, status)
    })
  }
}

type Call = { folder: string; request: IncomingMessage; response: ServerResponse; url: URL }
type ObjectCall = Call & { key: string }

async function answer(call: Call): Promise<void> {
  const { request, response, url } = call
  checkSignature(request)
  const [, bucket = '', ...rest] = decodeURIComponent(url.pathname).split('/')
  const key = rest.join('/')
  if (bucket !== BUCKET) throw refusal(404, 'NoSuchBucket')
  const asked = ['uploads', 'uploadId', 'list-type'].filter((name) => url.searchParams.has(name))
  const verb = verbs[`${request.method} ${key === '' ? 'bucket' : 'object'} ${asked.join()}`.trim()]
  if (!verb || request.headers.range) throw refusal(501, 'NotImplemented')
  await verb({ ...call, key })
  response.end()
}

const verbs: Record<string, (call: ObjectCall) => Promise<void>> = {
  'GET bucket list-type': listObjects,
  'GET bucket uploads': listUploads,
  'PUT object': putObject,
  'GET object': async ({ folder, key, response }) => {
    describe(response, await statOf(folder, key))
    await pipeline(createReadStream(objectFile(folder, key)), response)
  },
  'HEAD object': async ({ folder, key, response }) => describe(response, await statOf(folder, key)),
  'DELETE object': async ({ folder, key, response }) => {
    await rm(objectFile(folder, key), { force: true })
    response.statusCode = 204
  },
  'POST object uploads': async ({ folder, key, response }) => {
    const id = randomUUID()
    await mkdir(uploadFolder(folder, id), { recursive: true })
    await writeFile(path.join(uploadFolder(folder, id), 'key'), key)
    sendXml(
      response,
      `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    )
  },
  'PUT object uploadId': async (call) => {
    const part = Number(call.url.searchParams.get('partNumber'))
    const { file, etag } = await receive(call)
    await rename(file, path.join(await findUpload(call), String(part)))
    call.response.setHeader('etag', etag)
  },
  'POST object uploadId': completeUpload,
  'DELETE object uploadId': async (call) => {
    await rm(await findUpload(call), { recursive: true })
    call.response.statusCode = 204
  },
}

async function putObject(call: ObjectCall): Promise<void> {
  const { folder, key, request, response } = call
  const { file, etag } = await receive(call)
  const place = objectFile(folder, key)
  await mkdir(path.dirname(place), { recursive: true })
  if (request.headers['if-none-match'] === '*') {
    const isThere = await link(file, place).then(
      () => false,
      () => true,
    )
    await rm(file)
    if (isThere) throw refusal(412, 'PreconditionFailed')
  } else await rename(file, place)
  response.setHeader('etag', etag)
}

async function completeUpload(call: ObjectCall): Promise<void> {
  const { folder, key, request, response } = call
  const upload = await findUpload(call)
  const parts = [...(await text(request)).matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(
    ([, part]) => part,
  )
  const whole = path.join(upload, 'whole')
  await rm(whole, { force: true })
  for (const part of parts)
    await pipeline(
      createReadStream(path.join(upload, String(part))),
      createWriteStream(whole, { flags: 'a' }),
    ).catch(() => Promise.reject(refusal(400, 'InvalidPart')))
  await mkdir(path.join(folder, 'objects'), { recursive: true })
  await rename(whole, objectFile(folder, key))
  await rm(upload, { recursive: true })
  sendXml(
    response,
    `<CompleteMultipartUploadResult><Key>${escapeXml(key)}</Key></CompleteMultipartUploadResult>`,
  )
}

async function listObjects({ folder, response, url }: Call): Promise<void> {
  const after = Buffer.from(url.searchParams.get('continuation-token') ?? '', 'base64url').toString()
  const names = await readdir(path.join(folder, 'objects')).catch(() => [])
  const keys = names
    .map((name) => Buffer.from(name, 'base64url').toString())
    .filter((key) => key.startsWith(url.searchParams.get('prefix') ?? '') && key > after)
    .toSorted()
  const page = keys.slice(0, Number(url.searchParams.get('max-keys') ?? 1_000))
  const items: string[] = []
  for (const key of page) {
    // Deleted meanwhile.
    const found = await statOf(folder, key).catch(() => undefined)
    if (!found) continue
    const { mtime, size } = found
    items.push(
      `<Contents><Key>${escapeXml(key)}</Key><LastModified>${mtime.toISOString()}</LastModified><Size>${size}</Size></Contents>`,
    )
  }
  const next = keys.length > page.length ? Buffer.from(page.at(-1) ?? '').toString('base64url') : undefined
  const token = next === undefined ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`
  sendXml(
    response,
    `<ListBucketResult><IsTruncated>${next !== undefined}</IsTruncated>${token}${items.join('')}</ListBucketResult>`,
  )
}

async function listUploads({ folder, response, url }: Call): Promise<void> {
  const items: string[] = []
  for (const id of await readdir(path.join(folder, 'uploads')).catch(() => [])) {
    const file = path.join(uploadFolder(folder, id), 'key')
    const key = await readFile(file, 'utf8')
    if (!key.startsWith(url.searchParams.get('prefix') ?? '')) continue
    const initiated = (await stat(file)).mtime.toISOString()
    items.push(
      `<Upload><Key>${escapeXml(key)}</Key><UploadId>${id}</UploadId><Initiated>${initiated}</Initiated></Upload>`,
    )
  }
  sendXml(response, `<ListMultipartUploadsResult>${items.join('')}</ListMultipartUploadsResult>`)
}

const uploadFolder = (folder: string, id: string) => path.join(folder, 'uploads', path.basename(id))

async function findUpload({ folder, key, url }: ObjectCall): Promise<string> {
  const upload = uploadFolder(folder, url.searchParams.get('uploadId') ?? '')
  const started = await readFile(path.join(upload, 'key'), 'utf8').catch(() => undefined)
  if (started !== key) throw refusal(404, 'NoSuchUpload')
  return upload
}

const statOf = (folder: string, key: string): Promise<Stats> =>
  stat(objectFile(folder, key)).catch(() => Promise.reject(refusal(404, 'NoSuchKey')))

function describe(response: ServerResponse, { mtime, size }: Stats): void {
  response.setHeader('content-length', size)
  response.setHeader('last-modified', mtime.toUTCString())
}

/** Writes the body to a file, once it is what was signed. */
async function receive({ folder, request }: Call): Promise<{ file: string; etag: string }> {
  const signed = String(request.headers['x-amz-content-sha256'])
  if (signed.startsWith('STREAMING')) throw refusal(501, 'NotImplemented')
  const hash = createHash('sha256')
  const file = path.join(folder, 'incoming', randomUUID())
  await mkdir(path.dirname(file), { recursive: true })
  async function* hashed(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      yield chunk
    }
  }
  await pipeline(request, hashed, createWriteStream(file))
  const digest = hash.digest('hex')
  if (signed !== 'UNSIGNED-PAYLOAD' && signed !== digest) {
    await rm(file)
    throw refusal(400, 'XAmzContentSHA256Mismatch')
  }
  return { file, etag: `"${digest}"` }
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/((\d{8})\/([^/]+)\/s3\/aws4_request), SignedHeaders=([^,]+), Signature=(\w+)$/

/** Signature version 4, in the header. */
function checkSignature({ method, url = '', headers }: IncomingMessage): void {
  const found = AUTHORIZATION.exec(headers.authorization ?? '')
  if (!found) throw refusal(403, 'AccessDenied')
  const [, keyId, scope, date = '', region = '', names = '', signature] = found
  if (keyId !== CREDENTIALS.AWS_ACCESS_KEY_ID) throw refusal(403, 'InvalidAccessKeyId')
  const [pathname = '', query = ''] = url.split('?')
  const signedHeaders = names
    .split(';')
    .map((name) => `${name}:${String(headers[name]).trim().replaceAll(/ +/g, ' ')}\n`)
  const parameters = query.split('&').filter(Boolean)
  const request = [
    method,
    pathname,
    parameters
      .map((one) => (one.includes('=') ? one : `${one}=`))
      .toSorted()
      .join('&'),
    signedHeaders.join(''),
    names,
    headers['x-amz-content-sha256'],
  ].join('\n')
  const digest = createHash('sha256').update(request).digest('hex')
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, digest].join('\n')
  const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()
  const secret = `AWS4${CREDENTIALS.AWS_SECRET_ACCESS_KEY}`
  const signingKey = [date, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, secret)
  if (hmac(signingKey, toSign).toString('hex') !== signature) throw refusal(403, 'SignatureDoesNotMatch')
}

function sendXml(response: ServerResponse, body: string, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(`<?xml version="1.0" encoding="UTF-8"?>${body}`)
}

const escapeXml = (value: string) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

if (process.argv[1] === import.meta.filename) {
  const [folder = '', port, host = '127.0.0.1'] = process.argv.slice(2)
  createServer(s3Handler(folder)).listen(Number(port), host)
}
