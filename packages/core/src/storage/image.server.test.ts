import { crc32, deflateRawSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { AppError } from '#/lib/app-error.ts'
import { imageKinds } from './image-limits.ts'
import { readImage } from './image.server.ts'

const { maxBytes } = imageKinds.icon
const { signal } = new AbortController()
const ended: unknown[] = []
const log = { warn: (line: unknown) => void ended.push(line) }
const read = async (bytes: Uint8Array, account = 'ada') => {
  const file = new File([new Uint8Array(bytes)], 'me.png')
  return (await readImage({ log, signal }, file, { account, kind: 'icon' })).bytes
}

type Format = 'png' | 'jpeg' | 'webp'
const formats: readonly Format[] = ['png', 'jpeg', 'webp']
const picture = (width: number, height: number, background = '#3366cc') =>
  sharp({ create: { width, height, channels: 3, background } })
const draw = (format: Format, width = 64, height = 48) => picture(width, height).toFormat(format).toBuffer()

async function refusalOf(bytes: Uint8Array): Promise<AppError> {
  const outcome = await read(bytes).catch((error: unknown) => error)
  if (!(outcome instanceof AppError)) throw new Error(`Not refused: ${String(outcome)}`)
  return outcome
}

function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

function pngHeader(width: number, height: number): Buffer {
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  size.set([8, 6, 0, 0, 0], 8)
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), pngChunk('IHDR', size)])
}

/** A PNG with an extra chunk right after its header. */
async function pngWith(type: string, data: Uint8Array): Promise<Buffer> {
  const png = await draw('png')
  return Buffer.concat([png.subarray(0, 33), pngChunk(type, data), png.subarray(33)])
}

const text = (content: string) => Buffer.from(content, 'latin1')
const html = text('<!doctype html><script>alert(document.domain)</script>')
const svg = text(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="alert(1)"><rect width="9" height="9"/></svg>',
)

describe('accepted files', () => {
  test.each(formats)('a %s comes out as a square WebP of 512 pixels', async (format) => {
    const output = await sharp(await read(await draw(format, 1200, 800))).metadata()
    expect(output).toMatchObject({ format: 'webp', width: 512, height: 512 })
  })

  test('a small picture is cropped, never enlarged', async () => {
    expect(await sharp(await read(await draw('png', 100, 30))).metadata()).toMatchObject({
      width: 30,
      height: 30,
    })
    expect(await sharp(await read(await draw('png', 1, 1))).metadata()).toMatchObject({ width: 1, height: 1 })
  })

  test('transparency is kept', async () => {
    const clear = await sharp({
      create: { width: 20, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer()
    expect((await sharp(await read(clear)).stats()).isOpaque).toBe(false)
  })

  test.each(formats)('a %s of 4096 pixels at either edge is accepted', async (format) => {
    expect((await read(await draw(format, 4096, 8))).length).toBeGreaterThan(0)
    expect((await read(await draw(format, 8, 4096))).length).toBeGreaterThan(0)
  })

  test('a file of exactly 2 MiB is accepted', async () => {
    const png = await draw('png')
    const padded = await pngWith('teSt', Buffer.alloc(maxBytes - png.length - 12))
    expect(padded.length).toBe(maxBytes)
    expect((await read(padded)).length).toBeLessThan(10_000)
  })

  test.each([
    ['progressive JPEG', () => picture(600, 400).jpeg({ progressive: true }).toBuffer()],
    ['CMYK JPEG', () => picture(60, 40).toColourspace('cmyk').jpeg().toBuffer()],
    [
      'interlaced 16-bit PNG',
      () => picture(60, 40).toColourspace('rgb16').png({ progressive: true }).toBuffer(),
    ],
    ['palette PNG', () => picture(60, 40).png({ palette: true }).toBuffer()],
    ['lossless WebP', () => picture(60, 40).webp({ lossless: true }).toBuffer()],
    [
      'WebP with extended header',
      () =>
        picture(60, 40)
          .withExif({ IFD0: { Artist: 'A' } })
          .webp()
          .toBuffer(),
    ],
  ])('a %s is accepted', async (_, make) => {
    expect((await read(await make())).length).toBeGreaterThan(0)
  })

  test('a JPEG with a second JPEG appended by the camera is accepted', async () => {
    const photo = Buffer.concat([await draw('jpeg', 300, 200), Buffer.alloc(4), await draw('jpeg', 50, 50)])
    expect(await sharp(await read(photo)).metadata()).toMatchObject({ width: 200, height: 200 })
  })
})

describe('metadata', () => {
  const gps = {
    IFD0: { Artist: 'Ada Secret', Copyright: 'Ada Secret' },
    IFD3: {
      GPSLatitudeRef: 'N',
      GPSLatitude: '51/1 30/1 26/1',
      GPSLongitudeRef: 'W',
      GPSLongitude: '0/1 7/1 39/1',
    },
  }

  test.each(formats)('location, author and color profile of a %s are removed', async (format) => {
    const photo = await picture(300, 200)
      .withExif(gps)
      .withIccProfile('p3')
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">Ada Secret</x:xmpmeta>')
      .toFormat(format)
      .toBuffer()
    expect(photo.includes('Ada Secret')).toBe(true)
    expect((await sharp(photo).metadata()).exif).toBeDefined()
    const output = Buffer.from(await read(photo))
    const { exif, xmp, icc, iptc } = await sharp(output).metadata()
    expect({ exif, xmp, icc, iptc }).toEqual({})
    for (const trace of ['Ada Secret', 'Exif', 'EXIF', 'XMP', 'ICCP', 'GPS'])
      expect(output.includes(trace)).toBe(false)
  })

  test('a rotated photo is turned upright before its orientation is removed', async () => {
    const blue = await picture(100, 100, '#0000ff').png().toBuffer()
    const onItsSide = await picture(200, 100, '#ff0000')
      .composite([{ input: blue, left: 100, top: 0 }])
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect((await sharp(onItsSide).metadata()).orientation).toBe(6)
    const { data, info } = await sharp(await read(onItsSide))
      .raw()
      .toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number) => [
      ...data.subarray((y * info.width + x) * info.channels, (y * info.width + x) * info.channels + 3),
    ]
    const [topRed = 0, , topBlue = 0] = at(50, 10)
    const [bottomRed = 0, , bottomBlue = 0] = at(50, 90)
    expect(topRed).toBeGreaterThan(200)
    expect(topBlue).toBeLessThan(50)
    expect(bottomBlue).toBeGreaterThan(200)
    expect(bottomRed).toBeLessThan(50)
  })

  test.each(formats)('HTML or an archive appended to a %s is not stored', async (format) => {
    const image = await draw(format)
    for (const hidden of [html, text('PK\x03\x04archive'), text(';alert(1)')]) {
      const outcome = await read(Buffer.concat([image, hidden])).catch((error: unknown) => error)
      if (outcome instanceof Uint8Array) expect(Buffer.from(outcome).includes(hidden)).toBe(false)
      else expect(outcome).toBeInstanceOf(AppError)
    }
  })

  test.each([
    ['a PNG text chunk', () => pngWith('tEXt', Buffer.concat([text('Comment\0'), html]))],
    [
      'a JPEG comment',
      async () => {
        const jpeg = await draw('jpeg')
        const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, html.length + 2]), html])
        return Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)])
      },
    ],
  ])('a script inside %s is not stored', async (_, make) => {
    const carrier = await make()
    expect(carrier.includes('<script>')).toBe(true)
    expect(Buffer.from(await read(carrier)).includes('script')).toBe(false)
  })
})

describe('rejected files', () => {
  test.each([
    ['HTML', html],
    ['an SVG', svg],
    [
      'an SVG behind a byte order mark and an XML declaration',
      Buffer.concat([text('\xef\xbb\xbf<?xml version="1.0"?>\n'), svg]),
    ],
    ['a compressed SVG', gzipSync(svg)],
    ['a GIF', text('GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;')],
    ['a GIF header with a script behind it', text('GIF89a/*\0\0*/=1;alert(document.domain)//')],
    ['a BMP', text(`BM${'\0'.repeat(60)}`)],
    ['a TIFF', text(`II*\0${'\0'.repeat(60)}`)],
    ['a PDF', text('%PDF-1.7\n%%EOF')],
    ['a HEIC', text(`\0\0\0\x18ftypheic${'\0'.repeat(60)}`)],
    ['a RIFF that is no WebP', text(`RIFF\x30\0\0\0WAVEfmt ${'\0'.repeat(40)}`)],
    ['the PNG signature with HTML behind it', Buffer.concat([text('\x89PNG\r\n\x1a\n'), html])],
    ['the JPEG signature with HTML behind it', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), html])],
    ['the WebP signature with HTML behind it', Buffer.concat([text('RIFF\x40\0\0\0WEBPVP8 '), html])],
    ['a PNG without width', Buffer.concat([pngHeader(0, 5), pngChunk('IEND', Buffer.alloc(0))])],
    ['a PNG without pixels', Buffer.concat([pngHeader(5, 5), pngChunk('IEND', Buffer.alloc(0))])],
    [
      'a PNG whose pixels are noise',
      Buffer.concat([
        pngHeader(50, 50),
        pngChunk('IDAT', deflateRawSync(html)),
        pngChunk('IEND', Buffer.alloc(0)),
      ]),
    ],
  ])('%s', async (_, bytes) => {
    expect(await refusalOf(bytes)).toMatchObject({
      kind: 'invalid',
      code: 'errors:notAnImage',
      params: { field: 'file' },
    })
  })

  test.each(formats)('HTML before a %s', async (format) => {
    expect((await refusalOf(Buffer.concat([html, await draw(format)]))).code).toBe('errors:notAnImage')
  })

  test.each(formats)('a %s cut off anywhere', async (format) => {
    const image = await draw(format, 300, 200)
    for (const share of [0.05, 0.2, 0.5, 0.9])
      expect((await refusalOf(image.subarray(0, Math.floor(image.length * share)))).code).toBe(
        'errors:notAnImage',
      )
  })

  test('a file of 2 MiB and one byte, whatever its content', async () => {
    const png = await draw('png')
    const padded = await pngWith('teSt', Buffer.alloc(maxBytes - png.length - 11))
    expect(padded.length).toBe(maxBytes + 1)
    expect(await refusalOf(padded)).toMatchObject({
      kind: 'too_large',
      code: 'errors:fileTooLarge',
      params: { field: 'file', maxMegabytes: 2 },
    })
  })

  test.each(formats)('a %s of 4097 pixels at either edge', async (format) => {
    for (const image of [await draw(format, 4097, 8), await draw(format, 8, 4097)]) {
      expect(await refusalOf(image)).toMatchObject({
        kind: 'invalid',
        code: 'errors:tooManyPixels',
        params: { field: 'file', maxPixels: 4096 },
      })
    }
  })

  test('a small file that claims 50 000 × 50 000 pixels, without allocating them', async () => {
    const pixels = pngChunk('IDAT', Buffer.alloc(40_000))
    const floods = [
      pngHeader(50_000, 50_000),
      Buffer.concat([pngHeader(50_000, 50_000), pixels, pngChunk('IEND', Buffer.alloc(0))]),
      pngHeader(0xffffffff, 0xffffffff),
    ]
    // Decoding would take 7 GB or more, and end the process.
    for (const flood of floods)
      expect(['errors:tooManyPixels', 'errors:notAnImage']).toContain((await refusalOf(flood)).code)
  })

  test('a picture with contradicting sizes never allocates the larger one', async () => {
    const jpeg = await draw('jpeg', 40, 40)
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
    const grown = Buffer.from(jpeg)
    grown.writeUInt16BE(65_000, frame + 5)
    grown.writeUInt16BE(65_000, frame + 7)
    // A small frame first, then the large one.
    const twoFrames = Buffer.concat([jpeg.subarray(0, frame + 19), grown.subarray(frame)])
    // Decoding would take 12 GB, and end the process.
    expect((await refusalOf(grown)).code).toBe('errors:notAnImage')
    await read(twoFrames).catch((error: unknown) =>
      expect(error).toMatchObject({ code: 'errors:notAnImage' }),
    )
  })
})

describe('hostile bytes', () => {
  test('a damaged picture is either converted or rejected, never another error', async () => {
    let seed = 42
    const random = (below: number) => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
      return seed % below
    }
    for (const format of formats) {
      const image = await draw(format, 40, 30)
      for (let round = 0; round < 150; round++) {
        const damaged = Buffer.from(image)
        for (let hits = 0; hits <= random(8); hits++)
          damaged[random(random(2) ? 40 : damaged.length)] = random(256)
        const outcome = await read(damaged).catch((error: unknown) => error)
        if (outcome instanceof Uint8Array)
          expect(await sharp(outcome).metadata()).toMatchObject({ format: 'webp' })
        else expect(outcome).toBeInstanceOf(AppError)
      }
    }
  })

  test('a picture is accepted while others are decoded in parallel', async () => {
    const bytes = await draw('png', 8, 8)
    const oneByOne = async () => {
      for (let at = 0; at < 100; at++) await read(bytes)
    }
    const results = await Promise.allSettled(Array.from({ length: 20 }, oneByOne))
    expect(results.filter(({ status }) => status === 'rejected')).toEqual([])
  })
})

/**
 * A valid progressive JPEG of 4096 pixels at either edge. A scan takes 40 bytes, and a decoder goes through
 * all 262,144 blocks for each.
 */
function jpegOfScans(scans: number): Buffer {
  const segment = (marker: number, ...data: number[]) => [0xff, marker, 0, data.length + 2, ...data]
  const code = (table: number, symbol: number) =>
    segment(0xc4, table, 1, ...Array.from({ length: 15 }, () => 0), symbol)
  const scan = (first: number, last: number, bytes: number) =>
    Buffer.concat([Buffer.from(segment(0xda, 1, 1, 0, first, last, 0)), Buffer.alloc(bytes)])
  const blocks = (4096 / 8) ** 2
  // A code for 16,384 empty blocks has 15 bits.
  const empty = scan(1, 63, ((blocks / 16_384) * 15) / 8)
  return Buffer.concat([
    Buffer.from([0xff, 0xd8, ...segment(0xdb, 0, ...Array.from({ length: 64 }, () => 1))]),
    Buffer.from(segment(0xc2, 8, 0x10, 0, 0x10, 0, 1, 1, 0x11, 0)),
    Buffer.from([...code(0x00, 0), ...code(0x10, 0xe0)]),
    scan(0, 0, blocks / 8),
    ...Array.from({ length: scans - 1 }, () => empty),
    Buffer.from([0xff, 0xd9]),
  ])
}

describe('images that keep a decoder busy', () => {
  test('a JPEG of thousands of scans is refused before it is decoded', async () => {
    expect((await read(jpegOfScans(100))).length).toBeGreaterThan(0)
    expect(await refusalOf(jpegOfScans(2646))).toMatchObject({
      kind: 'invalid',
      code: 'errors:imageTooComplex',
      params: { field: 'file' },
    })
    expect(ended).toEqual([])
  })

  test('delay only the next ones of their user', async () => {
    const slow = jpegOfScans(100)
    const avatar = await draw('png')
    const done: string[] = []
    await Promise.all([
      ...Array.from({ length: 8 }, () => read(slow, 'slow').then(() => done.push('slow'))),
      read(avatar, 'other').then(() => done.push('other')),
    ])
    expect(done.indexOf('other')).toBeLessThan(4)
  })
})
