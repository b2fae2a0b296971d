import { readFile } from 'node:fs/promises'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AppError } from '@plinth/core/verb/server'
import { testLog } from '@plinth/testing/test-database.ts'
import { docxOf, pdfOf, textFile, wordParagraph } from '../../tests/document-files.ts'
import { documentMaxMegabytes, formatOfName } from '../../documents-limits.ts'
import { CHUNK_CHARACTERS, chunkText } from './chunk-text.server.ts'
import { clean, type Block } from './document-text.ts'
import { formatOf, type DocumentFormat } from './format-of.server.ts'
import { parseFile } from './parse-file.server.ts'

const parsing = { account: 'ada', log: testLog, signal: new AbortController().signal }
const stored = (bytes: Uint8Array<ArrayBuffer>) => {
  const blob = new Blob([bytes])
  return { sizeBytes: blob.size, stream: () => blob.stream() }
}
// The limits of time are not for a busy machine; one test is about them.
const parse = (bytes: Uint8Array<ArrayBuffer>, format: DocumentFormat) =>
  parseFile({ content: stored(bytes), format }, { ...parsing, maxSeconds: 240 })
const textOf = async (bytes: Uint8Array<ArrayBuffer>, format: DocumentFormat) =>
  (await parse(bytes, format)).pages.join('\f')
const problemOf = (bytes: Uint8Array<ArrayBuffer>, format: DocumentFormat) =>
  parse(bytes, format).then(
    () => 'read',
    (error: { code?: string }) => error.code,
  )
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const partOf = (root: string, inner: string) => `<w:${root} xmlns:w="${WORD}">${inner}</w:${root}>`
const styles = partOf(
  'styles',
  '<w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>',
)
const relationship = (type: string, target: string) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="${type}" Target="${target}"/></Relationships>`

describe('reading a file', () => {
  test('reads a PDF by pages and joins words hyphenated at a line end', async () => {
    const { pages, chunks, language } = await parse(
      pdfOf([['The harbour was docu-', 'mented in 1902.'], ['It was closed later.']]),
      'pdf',
    )
    expect(pages).toEqual(['The harbour was documented in 1902.', 'It was closed later.'])
    expect(chunks.map(({ page }) => page)).toEqual([1, 2])
    expect(language).toBe('en')
  })

  test('reads the paragraphs, headings and tables of a Word document, without deleted text, hidden text and entities', async () => {
    const body = [
      wordParagraph('Der Hafen', 'berschrift1'),
      '<w:p><w:r><w:t xml:space="preserve">Er wurde </w:t></w:r><w:del><w:r><w:t>nie</w:t></w:r></w:del><w:r><w:rPr><w:vanish/></w:rPr><w:t>geheim</w:t></w:r><w:r><w:t>1902 gebaut.</w:t></w:r></w:p>',
      `<w:tbl><w:tr><w:tc>${wordParagraph('Kran')}</w:tc><w:tc>${wordParagraph('40 t')}</w:tc></w:tr></w:tbl>`,
    ].join('')
    const { pages, chunks } = await parse(docxOf(body, { 'word/styles.xml': styles }), 'docx')
    expect(pages).toEqual(['Der Hafen\n\nEr wurde 1902 gebaut.\n\nKran 40 t'])
    expect(chunks[0]?.heading).toBe('Der Hafen')
    expect(await textOf(docxOf(wordParagraph('&bomb;text')), 'docx')).not.toContain('boom')
  })

  test('reads only the visible text of HTML, without scripts and styles', async () => {
    const html =
      '<!doctype html><title>T</title><script>evil()</script><h1>Port</h1><p>One &amp; <b>two</b><br>three</p><p style="display:none">secret</p><nav>menu</nav><ul><li>a</li><li>b</li></ul>'
    expect(await textOf(textFile(html), 'html')).toBe('Port\n\nOne & two\nthree\n\na\n\nb')
  })

  test('keeps Markdown as written and reads its headings; a # in a code block is not a heading', async () => {
    const { pages, chunks } = await parse(
      textFile('# Port\n\nText **one**.\n\n## Crane\n\n```\n# not a heading\n```\n'),
      'markdown',
    )
    expect(pages).toEqual(['Port\n\nText **one**.\n\nCrane\n\n```\n# not a heading\n```'])
    expect(chunks.map(({ heading }) => heading)).toEqual(['Port', 'Port › Crane'])
  })

  test('reads text in UTF-8, UTF-16 and Windows-1252, without invisible characters', async () => {
    expect(await textOf(textFile('\ufeffHä\u200bfen\u202e und\u{e0041} mehr'), 'text')).toBe('Häfen und mehr')
    expect(await textOf(Buffer.from('\ufeffHäfen', 'utf16le'), 'text')).toBe('Häfen')
    expect(await textOf(Buffer.from('Häfen', 'latin1'), 'text')).toBe('Häfen')
  })
})

test.each([
  [
    'footnote.docx',
    'The rent rises by 3 percent.[1]\n\n[1] Only if the landlord gives notice by Zanzibar post.',
    {},
  ],
  ['endnote.docx', 'Contract number 998877\n\nBody only.\n\n[1] Endnote about pelicans', {}],
  ['equation.docx', 'The area is per tile. Donaudampfer✓', { equations: 1 }],
  ['teams-export.docx', 'Quarterly budget was approved by Mira Kant.', {}],
  ['filled-form.pdf', 'Application form. Name of the tenant:\n\nname: Marlene Duskova', {}],
  ['spaced-2px.pdf', 'WICHTIGER HINWEIS\n\nto all tenants of the house', {}],
  ['arabic.pdf', 'مرحبا بالعالم', { characters: 4 }],
  [
    'gekuerzt.txt',
    'Die Prüfung der Heizungsanlage erfolgt jährlich im Frühjahr.\n\nDie Gebühren trägt der Mieter gemäß Vertrag. Öffnungszeiten für Rückfragen: täglich außer Sonntag. \ufffd',
    { characters: 1 },
  ],
  [
    'one-bad-byte.txt',
    'Die Prüfung der Heizungsanlage erfolgt jährlich im Frühjahr.\n\nDie Gebühren trägt der Mieter gemäß Vertrag. Öffnungszeiten für Rückfragen: täglich außer Sonntag. \ufffd Ende für alle.',
    { characters: 1 },
  ],
])('of %s everything is read, and what is not is counted', async (name, text, unread) => {
  const bytes = Uint8Array.from(await readFile(path.join(import.meta.dirname, '../../tests/files', name)))
  const read = await parse(bytes, formatOfName(name) ?? 'text')
  expect(read).toMatchObject({ pages: [text], unread })
  expect(Object.keys(read.unread)).toEqual(Object.keys(unread))
})

describe('of a PDF', () => {
  const box = (value: string) =>
    `/Subtype /Widget /FT /Btn /V /${value} /AS /${value} /AP << /N << /Yes null /Off null >> >>`
  const countries = '/Opt [[(de) (Germany)] [(fr) (France)] [(pt) (Portugal)]]'
  test.each([
    ['a text', '/Subtype /Widget /FT /Tx /T (name) /V (Ada)', 'name: Ada'],
    ['a text in UTF-16', '/Subtype /Widget /FT /Tx /T (n) /V <FEFF0141006F006F>', 'n: Łoo'],
    [
      'lines of a text',
      String.raw`/Subtype /Widget /FT /Tx /T (address) /V (Way 1\rPorto)`,
      'address: Way 1\nPorto',
    ],
    ['a checked box, by its description', `${box('Yes')} /T (b1) /TU (Has a cat)`, 'Has a cat: Yes'],
    ['a box that is not checked', `${box('Off')} /T (dog)`, 'dog: Off'],
    [
      'a choice as people read it',
      `/Subtype /Widget /FT /Ch /Ff 131072 /T (from) ${countries} /V (fr)`,
      'from: France',
    ],
    [
      'choices',
      `/Subtype /Widget /FT /Ch /Ff 2097152 /T (to) ${countries} /V [(de) (pt)]`,
      'to: Germany, Portugal',
    ],
    [
      'a choice of its own',
      `/Subtype /Widget /FT /Ch /Ff 393216 /T (to) ${countries} /V (Chile)`,
      'to: Chile',
    ],
    ['a note, with its author', '/Subtype /Text /T (Ada) /Contents (Really?)', '[Ada: Really?]'],
    [
      'a comment on a highlight',
      '/Subtype /Highlight /QuadPoints [72 715 300 715 72 700 300 700] /Contents (Important)',
      '[Important]',
    ],
    ['a text written on the page', '/Subtype /FreeText /DA (/F1 12 Tf) /Contents (Paid)', 'Paid'],
    ['but no password', '/Subtype /Widget /FT /Tx /Ff 8192 /T (pin) /V (1234)', ''],
    ['but no hidden field', '/Subtype /Widget /FT /Tx /F 2 /T (id) /V (x1)', ''],
  ])('%s is read', async (_, annotation, text) => {
    const file = pdfOf([['A form.']], { annotations: [annotation] })
    expect(await textOf(file, 'pdf')).toBe(text === '' ? 'A form.' : `A form.\n\n${text}`)
  })

  test('the values of a form stand in the order of the page', async () => {
    const annotations = [`${box('Yes')} /T (a)`, '/Subtype /Widget /FT /Tx /T (b) /V (2)']
    expect(await textOf(pdfOf([[]], { annotations }), 'pdf')).toBe('a: Yes\n\nb: 2')
  })
})

describe('of a Word document', () => {
  const textBox = (text: string) =>
    `<w:drawing><wp:anchor xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><wps:wsp xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:txbx><w:txbxContent>${wordParagraph(text)}</w:txbxContent></wps:txbx></wps:wsp></wp:anchor></w:drawing>`
  const row = (...cells: string[]) => `<w:tr>${cells.map((cell) => `<w:tc>${cell}</w:tc>`).join('')}</w:tr>`
  const picture =
    '<w:r><w:drawing><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"/></w:drawing></w:r>'

  test.each([
    [
      'a text box is read once',
      `<w:p><w:r><mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice>${textBox('Boxed')}</mc:Choice><mc:Fallback><w:pict><w:txbxContent>${wordParagraph('Boxed')}</w:txbxContent></w:pict></mc:Fallback></mc:AlternateContent></w:r><w:r><w:t>Text</w:t></w:r></w:p>`,
      'Text\n\nBoxed',
    ],
    ['a text box without an older copy', `<w:p><w:r>${textBox('Boxed')}</w:r></w:p>`, 'Boxed'],
    [
      'a table in a table',
      `<w:tbl>${row(wordParagraph('a'), `<w:tbl>${row(wordParagraph('b'), wordParagraph('c'))}</w:tbl>`)}${row(wordParagraph('d'))}</w:tbl>`,
      'a b c\n\nd',
    ],
    [
      'a deleted paragraph mark, a deleted row and a moved text',
      `<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr><w:r><w:t>One </w:t></w:r></w:p>${wordParagraph('line')}<w:tbl><w:tr><w:trPr><w:del/></w:trPr><w:tc>${wordParagraph('gone')}</w:tc></w:tr>${row(wordParagraph('kept'))}</w:tbl><w:p><w:moveFrom><w:r><w:t>old</w:t></w:r></w:moveFrom><w:moveTo><w:r><w:t>new</w:t></w:r></w:moveTo></w:p>`,
      'One line\n\nkept\n\nnew',
    ],
    [
      'fields, content controls, runs of another direction and line breaks',
      '<w:p><w:fldSimple w:instr="AUTHOR"><w:r><w:t>Ada</w:t></w:r></w:fldSimple><w:r><w:cr/></w:r><w:sdt><w:sdtContent><w:r><w:t>Berlin</w:t></w:r></w:sdtContent></w:sdt><w:r><w:tab/></w:r><w:bdo w:val="rtl"><w:r><w:t>1902</w:t></w:r></w:bdo></w:p>',
      'Ada\nBerlin 1902',
    ],
  ])('%s', async (_, body, text) => {
    expect(await textOf(docxOf(body), 'docx')).toBe(text)
  })

  test('the main part may have any name, in the strict form too', async () => {
    const main = `<d:document xmlns:d="http://purl.oclc.org/ooxml/wordprocessingml/main"><d:body><d:p><d:r><d:t>Strict</d:t></d:r></d:p></d:body></d:document>`
    const type = 'http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument'
    for (const target of ['/Content/Main.xml', './content/other/../main.xml']) {
      const parts = {
        'word/document.xml': '<x/>',
        'content/main.xml': main,
        '_rels/.rels': relationship(type, target),
      }
      expect(await textOf(docxOf('', parts), 'docx'), target).toBe('Strict')
    }
  })

  test('comments follow their paragraph, headers and footers stand once around the text', async () => {
    const parts = {
      'word/header1.xml': partOf('hdr', wordParagraph('Acme')),
      'word/header2.xml': partOf('hdr', wordParagraph('Acme')),
      'word/footer1.xml': partOf('ftr', wordParagraph('Confidential')),
      'word/comments.xml': partOf(
        'comments',
        `<w:comment w:id="0" w:author="Ada">${wordParagraph('Really?')}</w:comment>`,
      ),
    }
    const body = `<w:p><w:r><w:t>Costs 5.</w:t></w:r><w:r><w:commentReference w:id="0"/></w:r></w:p>${wordParagraph('End.')}`
    expect(await textOf(docxOf(body, parts), 'docx')).toBe(
      'Acme\n\nCosts 5.\n\n[Ada: Really?]\n\nEnd.\n\nConfidential',
    )
  })

  test('pictures, charts and embedded files are counted', async () => {
    const chart =
      '<w:r><w:drawing><c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"/></w:drawing></w:r>'
    const object =
      '<w:r><w:object><v:shape xmlns:v="urn:schemas-microsoft-com:vml"><v:imagedata/></v:shape><o:OLEObject xmlns:o="urn:schemas-microsoft-com:office:office"/></w:object></w:r>'
    const body = `<w:p><w:r><w:t>Text</w:t></w:r>${picture}${picture}${chart}${object}<w:del>${picture}</w:del></w:p>`
    expect((await parse(docxOf(body), 'docx')).unread).toEqual({ pictures: 2, charts: 1, objects: 1 })
  })
})

describe('the encoding of a text', () => {
  const bytesOf = (...parts: (string | number[])[]) =>
    Uint8Array.from(
      parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : part)),
    )
  const swapped = (text: string) => Uint8Array.from(Buffer.from(text, 'utf16le').swap16())
  const russian = [0xc0, 0xf0, 0xe5, 0xed, 0xe4, 0xed, 0xe0, 0xff, 0x20, 0xef, 0xeb, 0xe0, 0xf2, 0xe0]
  const japanese = [0x8c, 0x5f, 0x96, 0xf1, 0x8f, 0x91]
  test.each<[string, [Uint8Array<ArrayBuffer>, DocumentFormat], string]>([
    ['is that of its mark', [swapped('\ufeffHäfen'), 'text'], 'Häfen'],
    ['is UTF-16 without a mark', [Uint8Array.from(Buffer.from('Die Häfen', 'utf16le')), 'text'], 'Die Häfen'],
    ['is big-endian UTF-16 without a mark', [swapped('Die Häfen'), 'text'], 'Die Häfen'],
    ['is declared', [bytesOf('<html><meta charset="windows-1251"><p>', russian), 'html'], 'Арендная плата'],
    [
      'is declared for old browsers',
      [
        bytesOf('<html><meta http-equiv="Content-Type" content="text/html; charset=shift_jis"><p>', japanese),
        'html',
      ],
      '契約書',
    ],
    [
      'is declared as UTF-8, wrongly',
      [bytesOf('<html><meta charset="utf-8"><p>H\u00e4fen'), 'html'],
      'Häfen',
    ],
    ['is guessed: Windows-1252', [bytesOf('It\u0092s \u0080 5'), 'text'], 'It’s € 5'],
    ['is guessed: Shift JIS', [bytesOf(japanese), 'text'], '契約書'],
    ['is guessed: Windows-1251', [bytesOf([0xc4, 0xee, 0xe3, 0xee, 0xe2, 0xee, 0xf0]), 'text'], 'Договор'],
  ])('%s', async (_, file, text) => {
    expect(await textOf(...file)).toBe(text)
  })
})

// As many paragraphs as a long book has.
test.each<[DocumentFormat, string]>([
  ['text', 'The kiln is fired to 1200 degrees.\n\n'],
  ['markdown', '- The kiln is fired to 1200 degrees.\n\n'],
  ['html', '<p>The kiln is fired to 1200 degrees.'],
])('prose of the largest size in the format %s can be parsed', async (format, paragraph) => {
  const size = documentMaxMegabytes[format] * 1024 * 1024
  const file = textFile(paragraph.repeat(size / paragraph.length))
  expect(await problemOf(file, format)).toBe('read')
})

test('a Word document of the most text that fits, in runs as Word writes them, can be parsed', async () => {
  const run = (word: number) =>
    `<w:r w:rsidR="00A77B3E"><w:rPr><w:rFonts w:ascii="Calibri"/><w:b/></w:rPr><w:t xml:space="preserve">The kiln ${word} is fired to ${word % 97} degrees. </w:t></w:r>`
  const paragraph = (at: number) =>
    `<w:p><w:pPr><w:spacing w:after="120"/></w:pPr>${[0, 1, 2, 3, 4, 5].map((word) => run(at * 6 + word)).join('')}</w:p>`
  const body = Array.from({ length: 22_000 }, (_, at) => paragraph(at)).join('')
  expect(await problemOf(docxOf(body), 'docx')).toBe('read')
})

test('a large Word table is read, and a larger one is refused because of its size', async () => {
  const tableOf = (cells: number) =>
    `<w:tbl>${`<w:tr>${`<w:tc>${wordParagraph('Value 1')}</w:tc>`.repeat(10)}</w:tr>`.repeat(cells / 10)}</w:tbl>`
  expect(await problemOf(docxOf(tableOf(30_000)), 'docx')).toBe('read')
  expect(await problemOf(docxOf(tableOf(400_000)), 'docx')).toMatch(/(?:needsTooMuch|unpacksTooLarge)$/)
})

describe('a file that cannot be parsed fails with the reason', () => {
  const whole = pdfOf([['Some text that is there.']])
  // The same length as the name of the main part, so it can be replaced in the archive.
  const twice = Uint8Array.from(
    Buffer.from(
      Buffer.from(docxOf(wordParagraph('text'), { 'word/document.xm_': '<x/>' }))
        .toString('latin1')
        .replaceAll('document.xm_', 'document.xml'),
      'latin1',
    ),
  )
  const bomb = docxOf(wordParagraph('a'.repeat(30_000_000)))
  test.each<[string, [Uint8Array<ArrayBuffer>, DocumentFormat], string]>([
    ['a PDF cut off', [whole.slice(0, 60), 'pdf'], 'broken'],
    ['a PDF of noise', [textFile(`%PDF-1.7\n${'noise '.repeat(200)}`), 'pdf'], 'broken'],
    ['a PDF with a password', [pdfOf([['Secret']], { encrypted: true }), 'pdf'], 'encrypted'],
    ['a PDF of pictures', [pdfOf([[], []]), 'pdf'], 'scanned'],
    ['a PDF of too many pages', [pdfOf(Array.from({ length: 2001 }, () => [])), 'pdf'], 'tooManyPages'],
    ['a Word document cut off', [docxOf(wordParagraph('text')).slice(0, 200), 'docx'], 'broken'],
    ['a Word document without text', [docxOf(''), 'docx'], 'noText'],
    ['a Word document with two entries of one part', [twice, 'docx'], 'broken'],
    [
      'a workbook named as a Word document',
      [docxOf('', { 'word/document.xml': '<workbook/>' }), 'docx'],
      'wrongType',
    ],
    ['a zip bomb', [bomb, 'docx'], 'unpacksTooLarge'],
    ['text of spaces', [textFile(' \n\t \n'), 'text'], 'noText'],
    ['too much text', [textFile('A word. '.repeat(800_000)), 'text'], 'tooMuchText'],
  ])('%s', async (_, file, problem) => {
    expect(await problemOf(...file)).toMatch(new RegExp(`^documents:(?:problems|errors)\\.${problem}$`))
  })

  test('a zip bomb that lies about its size is unpacked only up to the declared size', async () => {
    const lying = bomb.slice()
    const view = new DataView(lying.buffer)
    for (let at = 0; at + 46 < lying.length; at++)
      if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 1000, true)
    expect(await problemOf(lying, 'docx')).not.toBe('documents:problems.needsTooMuch')
  })

  test('exceeding the time or memory limit kills only the parser process; an aborted call rejects', async () => {
    const long = textFile('A sentence of words. '.repeat(200_000))
    await expect(
      parseFile({ content: stored(long), format: 'text' }, { ...parsing, maxSeconds: 0.05 }),
    ).rejects.toMatchObject({
      code: 'documents:problems.tookTooLong',
    })
    await expect(
      parseFile({ content: stored(long), format: 'text' }, { ...parsing, maxMemoryMb: 90 }),
    ).rejects.toMatchObject({
      code: 'documents:problems.needsTooMuch',
    })
    const given = new AbortController()
    setTimeout(() => given.abort('enough'), 50)
    await expect(
      parseFile({ content: stored(long), format: 'text' }, { ...parsing, signal: given.signal }),
    ).rejects.toBe('enough')
  })
})

describe('the format of a file', () => {
  const refused = (content: Uint8Array | string, name: string) => {
    try {
      return formatOf(typeof content === 'string' ? textFile(content) : content, name)
    } catch (error) {
      return (error as AppError).code
    }
  }

  test('is determined by its content; the name only decides between text formats', () => {
    expect(refused(pdfOf([['x']]), 'a.pdf')).toBe('pdf')
    expect(refused(pdfOf([['x']]), 'report')).toBe('pdf')
    expect(refused(docxOf(''), 'a.DOCX')).toBe('docx')
    expect(refused('<?xml version="1.0"?>\n<!-- a --><!---->\n<!DOCTYPE html><p>x', 'a.txt')).toBe('html')
    expect(refused('# x', 'a.md')).toBe('markdown')
    expect(refused('x < y', 'notes')).toBe('text')
    expect(refused('a,b', 'a.csv')).toBe('text')
    expect(refused('just words', 'a.html')).toBe('html')
    expect(refused(Buffer.from('\ufeffHäfen', 'utf16le'), 'a.txt')).toBe('text')
  })

  test('a name that contradicts the content is rejected', () => {
    const files: [Uint8Array | string, string][] = [
      ['just text', 'a.pdf'],
      ['just text', 'a.docx'],
      ['<!doctype html><p>x', 'a.pdf'],
      ['just text', 'a.png'],
      [pdfOf([['x']]), 'a.txt'],
      [pdfOf([['x']]), 'a.docx'],
      [docxOf(''), 'a.pdf'],
      [docxOf(''), 'a.xlsx'],
    ]
    for (const file of files) expect(refused(...file), file[1]).toBe('documents:errors.notAsNamed')
  })

  test('unsupported formats are rejected', () => {
    const signatures = [
      [0x89, 0x50, 0x4e, 0x47, 0, 1],
      [0xd0, 0xcf, 0x11, 0xe0, 0, 0],
      [0, 1, 2],
    ]
    for (const bytes of signatures)
      expect(refused(Uint8Array.from(bytes), 'a.pdf')).toBe('documents:errors.wrongType')
    for (const text of ['{\\rtf1 x}', '%!PS-Adobe', '<svg xmlns="x"/>', '<?xml version="1.0"?><a/>'])
      expect(refused(text, 'a.txt'), text).toBe('documents:errors.wrongType')
  })
})

describe('passages', () => {
  const words = fc
    .array(
      fc.constantFrom(
        'harbour',
        'Käse',
        'ship.',
        'What?',
        '😀',
        'x'.repeat(900),
        'a',
        'e\u0301',
        '\n',
        '...',
        '3.14',
      ),
      { maxLength: 300 },
    )
    .map((parts) => clean(parts.join(' ')))
  const block = fc.oneof<fc.Arbitrary<Block>[]>(
    fc.record({ kind: fc.constant('paragraph' as const), text: words }),
    fc.record({
      kind: fc.constant('heading' as const),
      level: fc.integer({ min: 1, max: 6 }),
      text: fc.constantFrom('Port', 'Crane'),
    }),
  )
  const pages = fc.array(
    fc.array(
      block.filter(({ text }) => text !== ''),
      { maxLength: 5 },
    ),
    { maxLength: 3 },
  )

  test('match their offsets, split no character, keep the maximum length, and cover the whole text', () => {
    fc.assert(
      fc.property(pages, (document) => {
        const { pages: texts, chunks } = chunkText(document)
        const covered = texts.map((text) => new Uint8Array(text.length))
        for (const { page, start, end, text } of chunks) {
          expect(texts[page - 1]?.slice(start, end)).toBe(text)
          expect(text.length).toBeLessThanOrEqual(CHUNK_CHARACTERS)
          expect(text.isWellFormed()).toBe(true)
          expect(text).toBe(text.trim())
          covered[page - 1]?.fill(1, start, end)
        }
        for (const [at, text] of texts.entries())
          expect(
            [...text].length === 0 ||
              text.split('').every((letter, index) => covered[at]?.[index] === 1 || letter.trim() === ''),
          ).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  test('end with a sentence and overlap the previous passage', () => {
    const text = Array.from(
      { length: 40 },
      (_, at) => `This is the sentence with number ${at} of the harbour.`,
    ).join(' ')
    const { chunks } = chunkText([[{ kind: 'paragraph', text }]])
    expect(chunks.length).toBeGreaterThan(1)
    for (const chunk of chunks) expect(chunk.text).toMatch(/^This.*\.$/s)
    for (const [at, chunk] of chunks.entries())
      if (at > 0) expect(chunk.start).toBeLessThan(chunks[at - 1]?.end ?? 0)
  })
})
