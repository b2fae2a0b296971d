export type ImageShape = {
  format: 'png' | 'jpeg' | 'webp'
  widthPixels: number
  heightPixels: number
  /** The first byte after the image; undefined when the file ends before the image does. */
  endOffset: number | undefined
}

/**
 * What the bytes are by their own structure: PNG, JPEG or WebP with a size, else undefined. Reads headers
 * only, so a few bytes that promise billions of pixels cost nothing, and no decoder sees what isn't one of
 * the three.
 */
export function readImageShape(bytes: Uint8Array): ImageShape | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const shape = readPng(view) ?? readJpeg(bytes, view) ?? readWebp(view)
  return shape && shape.widthPixels > 0 && shape.heightPixels > 0 ? shape : undefined
}

function textAt(view: DataView, at: number, length: number): string {
  let text = ''
  for (let offset = at; offset < Math.min(at + length, view.byteLength); offset++)
    text += String.fromCharCode(view.getUint8(offset))
  return text
}

/**
 * https://www.w3.org/TR/png-3/#5DataRep: signature, then chunks of length, type, data, checksum; IHDR first,
 * IEND last.
 */
function readPng(view: DataView): ImageShape | undefined {
  if (view.byteLength < 24 || textAt(view, 0, 8) !== '\x89PNG\r\n\x1a\n' || textAt(view, 12, 4) !== 'IHDR')
    return undefined
  return {
    format: 'png',
    widthPixels: view.getUint32(16),
    heightPixels: view.getUint32(20),
    endOffset: pngEnd(view),
  }
}

function pngEnd(view: DataView): number | undefined {
  for (let at = 8; at + 12 <= view.byteLength;) {
    const next = at + 12 + view.getUint32(at)
    if (next > view.byteLength) return undefined
    if (textAt(view, at + 4, 4) === 'IEND') return next
    at = next
  }
  return undefined
}

const startsJpeg = (view: DataView, at: number) =>
  at + 3 <= view.byteLength && view.getUint16(at) === 0xffd8 && view.getUint8(at + 2) === 0xff

function readJpeg(bytes: Uint8Array, view: DataView): ImageShape | undefined {
  if (!startsJpeg(view, 0)) return undefined
  const first = walkJpeg(bytes, view, 0)
  if (!first.size) return undefined
  let { endOffset } = first
  // Cameras append further JPEGs (a preview, a gain map for bright screens) and zeros between them.
  while (endOffset !== undefined && endOffset < view.byteLength) {
    if (bytes[endOffset] === 0) endOffset++
    else if (startsJpeg(view, endOffset)) endOffset = walkJpeg(bytes, view, endOffset).endOffset
    else break
  }
  return { format: 'jpeg', ...first.size, endOffset }
}

type JpegWalk = { size?: { widthPixels: number; heightPixels: number }; endOffset?: number }

/**
 * https://www.w3.org/Graphics/JPEG/itu-t81.pdf, annex B: segments that say how long they are, and after SOS
 * data up to the next marker.
 */
function walkJpeg(bytes: Uint8Array, view: DataView, start: number): JpegWalk {
  const walk: JpegWalk = {}
  for (let at = start + 2; at + 2 <= view.byteLength;) {
    if (bytes[at] !== 0xff) return walk
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xd9) return { ...walk, endOffset: at + 2 }
    if (marker === 0xff) at += 1
    else if (standsAlone(marker)) at += 2
    else {
      if (at + 4 > view.byteLength) return walk
      if (isFrameHeader(marker) && at + 9 <= view.byteLength)
        walk.size ??= { heightPixels: view.getUint16(at + 5), widthPixels: view.getUint16(at + 7) }
      at += 2 + view.getUint16(at + 2)
      if (marker === 0xda) at = nextMarker(bytes, at)
    }
  }
  return walk
}

const standsAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)
const isFrameHeader = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** In coded data FF is followed by 00, or by the number of a restart, unless a marker begins. */
function nextMarker(bytes: Uint8Array, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const following = bytes[at + 1] ?? 0
    if (following !== 0x00 && following !== 0xff && !standsAlone(following)) return at
  }
  return bytes.length
}

/**
 * https://www.rfc-editor.org/rfc/rfc9649: a RIFF container whose first chunk tells the size in one of three
 * ways.
 */
function readWebp(view: DataView): ImageShape | undefined {
  if (view.byteLength < 30 || textAt(view, 0, 4) !== 'RIFF' || textAt(view, 8, 4) !== 'WEBP') return undefined
  const size = webpSize(view)
  if (!size) return undefined
  const end = 8 + view.getUint32(4, true)
  return { format: 'webp', ...size, endOffset: end <= view.byteLength ? end : undefined }
}

function webpSize(view: DataView): { widthPixels: number; heightPixels: number } | undefined {
  const uint24 = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
  switch (textAt(view, 12, 4)) {
    case 'VP8X':
      return { widthPixels: 1 + uint24(24), heightPixels: 1 + uint24(27) }
    case 'VP8L': {
      if (view.getUint8(20) !== 0x2f) return undefined
      const bits = view.getUint32(21, true)
      return { widthPixels: 1 + (bits & 0x3fff), heightPixels: 1 + ((bits >>> 14) & 0x3fff) }
    }
    case 'VP8 ':
      if (textAt(view, 23, 3) !== '\x9d\x01\x2a') return undefined
      return {
        widthPixels: view.getUint16(26, true) & 0x3fff,
        heightPixels: view.getUint16(28, true) & 0x3fff,
      }
    default:
      return undefined
  }
}
