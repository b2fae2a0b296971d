import { createElement as h, Fragment, type CSSProperties, type ReactElement, type ReactNode } from 'react'

import { accentOf } from '#/lib/oklch.ts'
import type { Brand } from '#/brand.ts'

// No JSX: scripts that send mail run under plain Node, which only strips types.

export type LayoutProps = {
  language: string
  brand: Brand
  subject: string
  heading: string
  greeting: string
  body: string
  code?: string
  action?: { label: string; url: string }
  linkHint: string
  alternative?: { sentence: string; url: string }
  reason: string
  origin: string
}

// Mail clients support neither custom properties nor OKLCH, so these are the style sheet's tokens as plain
// colors. Inline styles are the light theme, which every client shows; the media query applies the dark theme
// where the client reports it.
const light = {
  background: '#fbfaf8',
  card: '#fffffe',
  border: '#e4e1dc',
  foreground: '#181612',
  muted: '#64605a',
  primary: '#211f1b',
  onPrimary: '#fbfaf8',
}
const dark = {
  background: '#151311',
  card: '#1d1b18',
  border: '#302d2a',
  foreground: '#edebe7',
  muted: '#a8a49e',
  primary: '#edebe7',
  onPrimary: '#181612',
}

const darkStyles = (accent: string) => `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .ground, .ground > table > tbody > tr > td { background-color: ${dark.background} !important; }
  .card { background-color: ${dark.card} !important; border-color: ${dark.border} !important; }
  .text { color: ${dark.foreground} !important; }
  .muted { color: ${dark.muted} !important; }
  .rule { border-color: ${dark.border} !important; }
  .button { background-color: ${dark.primary} !important; color: ${dark.onPrimary} !important; }
  .button span { color: ${dark.onPrimary} !important; }
  .code { background-color: ${dark.background} !important; border-color: ${dark.border} !important; }
  .slab { background-color: ${dark.foreground} !important; }
  .mark { background-color: ${accent} !important; color: ${dark.background} !important; }
}
@media (max-width: 480px) {
  table.ground { padding: 16px !important; }
  .card { padding: 28px 24px !important; }
}`

const font = "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
const mono = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace"
const reading: CSSProperties = {
  margin: '0 0 8px',
  fontSize: 16,
  lineHeight: '26px',
  color: light.foreground,
}
const digits: CSSProperties = {
  margin: '28px 0 0',
  padding: 20,
  border: `1px solid ${light.border}`,
  borderRadius: 8,
  backgroundColor: light.background,
  textAlign: 'center',
  fontFamily: mono,
  fontSize: 32,
  lineHeight: '40px',
  fontWeight: 500,
  letterSpacing: '0.16em',
  textIndent: '0.16em',
  color: light.foreground,
}
const small: CSSProperties = { margin: '20px 0 0', fontSize: 12, lineHeight: '18px', color: light.muted }
// It breaks after a slash before it breaks within a token.
const link: CSSProperties = {
  color: light.muted,
  textDecoration: 'underline',
  overflowWrap: 'anywhere',
  // For clients that do not know `anywhere`.
  wordBreak: 'break-word',
}

const title: CSSProperties = {
  margin: '0 0 12px',
  fontSize: 24,
  lineHeight: '32px',
  fontWeight: 600,
  letterSpacing: '-0.02em',
  color: light.foreground,
}
const card: CSSProperties = {
  padding: 40,
  backgroundColor: light.card,
  border: `1px solid ${light.border}`,
  borderRadius: 10,
}
const button: CSSProperties = {
  display: 'inline-block',
  maxWidth: '100%',
  margin: '28px 0 0',
  padding: '12px 20px',
  borderRadius: 8,
  backgroundColor: light.primary,
  color: light.onPrimary,
  fontSize: 15,
  lineHeight: '20px',
  fontWeight: 500,
  textDecoration: 'none',
}
const rule: CSSProperties = {
  width: '100%',
  margin: '28px 0 20px',
  border: 'none',
  borderTop: `1px solid ${light.border}`,
}
const hidden: CSSProperties = {
  display: 'none',
  overflow: 'hidden',
  lineHeight: '1px',
  opacity: 0,
  maxHeight: 0,
  maxWidth: 0,
}
const PREVIEW_LENGTH = 150
/** What lists of mails show beside the subject: spaces keep out what follows a short one. */
const preview = (body: string): string =>
  body.slice(0, PREVIEW_LENGTH) + '\u00a0\u200c'.repeat(Math.max(0, PREVIEW_LENGTH - body.length))

/** The layout of all mails: logo, heading, message, one button with its plain link, and who caused it. */
export function MailLayout(props: LayoutProps): ReactElement {
  const ground = { backgroundColor: light.background }
  return h(
    'html',
    { dir: 'ltr', lang: props.language },
    h(
      'head',
      null,
      h('meta', { httpEquiv: 'Content-Type', content: 'text/html; charset=UTF-8' }),
      h('title', null, props.subject),
      h('meta', { name: 'viewport', content: 'width=device-width' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('style', { dangerouslySetInnerHTML: { __html: darkStyles(accentOf(props.brand.hue).dark) } }),
    ),
    h(
      'body',
      { className: 'ground', style: { margin: 0, padding: 0, ...ground } },
      h('div', { 'data-skip-in-text': true, style: hidden }, preview(props.body)),
      // Some clients drop the style of the body.
      table(
        {},
        { ...ground, fontFamily: font },
        table(
          { className: 'ground', style: { maxWidth: 528, padding: '48px 24px', ...ground } },
          {},
          table({ className: 'card', style: card }, {}, h(Mark, props.brand), h(Message, props)),
          text('muted', { ...small, textAlign: 'center' }, props.brand.name),
        ),
      ),
    ),
  )
}

/** One cell of the whole width: tables are what every mail client lays out alike. */
const table = (props: object, cell: CSSProperties, ...children: ReactNode[]): ReactElement =>
  h(
    'table',
    {
      role: 'presentation',
      align: 'center',
      width: '100%',
      border: 0,
      cellPadding: 0,
      cellSpacing: 0,
      ...props,
    },
    h('tbody', null, h('tr', null, h('td', { style: cell }, ...children))),
  )

const text = (className: string, style: CSSProperties, ...children: ReactNode[]): ReactElement =>
  h('p', { className, style }, ...children)

const address = (url: string): ReactElement =>
  h('a', { className: 'muted', href: url, target: '_blank', style: link }, url)

function Message({ heading, greeting, body, code, action, linkHint, ...end }: LayoutProps): ReactElement {
  const { alternative, reason, origin } = end
  return h(
    Fragment,
    null,
    h('h1', { className: 'text', style: title }, heading),
    text('text', reading, greeting),
    text('text', { ...reading, margin: 0 }, body),
    // A code is typed into the page that requested it: a button would lead away from that page.
    code !== undefined && text('text code', digits, code),
    action &&
      code === undefined &&
      h(
        'a',
        { className: 'button', href: action.url, target: '_blank', style: button },
        h('span', null, action.label),
      ),
    action &&
      text('muted', small, code === undefined ? `${linkHint} ` : `${action.label}: `, address(action.url)),
    alternative &&
      text('muted', { ...small, margin: '12px 0 0' }, `${alternative.sentence} `, address(alternative.url)),
    h('hr', { className: 'rule', style: rule }),
    text('muted', { ...small, margin: 0 }, `${origin} ${reason}`),
  )
}

/** In table cells: many clients block images and don't support SVG. */
function Mark({ name, hue, mark }: Brand): ReactElement {
  const slabs = slabsOf(mark)
  return slabs ? h(Slabs, { slabs }) : h(Initial, { name, hue })
}

type Slab = { y: number; width: number; height: number; opacity: number; fill: string | undefined }

/** The parts of a mark that is a stack of rectangles; undefined for any other drawing. */
function slabsOf(mark = ''): Slab[] | undefined {
  const parts = [...mark.matchAll(/<(?!svg)(\w+)([^>]*)/g)]
  if (parts.length === 0 || parts.some(([, name]) => name !== 'rect')) return undefined
  return parts.map(([, , attributes = '']) => {
    const given = (name: string) => attributes.split(` ${name}="`)[1]?.split('"')[0]
    const [y = 0, width = 0, height = 0, opacity = 0] = ['y', 'width', 'height', 'opacity'].map((name) =>
      Number(given(name) ?? 1),
    )
    return { y, width, height, opacity, fill: given('fill') }
  })
}

/** 1.75 pixels for each of the 24 units of the mark. */
const scaled = (length: number): number => Math.round(length * 1.75)

function Slabs({ slabs }: { slabs: Slab[] }): ReactElement {
  return h(
    'table',
    { ...bare, style: { margin: '0 0 24px' } },
    h(
      'tbody',
      null,
      slabs.map(({ y, width, height, opacity, fill }, index) => {
        const above = slabs[index - 1]
        const gap = above ? y - above.y - above.height : 0
        return h(
          'tr',
          { key: y },
          h(
            'td',
            { align: 'center', style: { paddingTop: scaled(gap), lineHeight: 0, fontSize: 0 } },
            h(
              'div',
              {
                className: fill ? undefined : 'slab',
                style: {
                  width: scaled(width),
                  height: scaled(height),
                  borderRadius: 2,
                  backgroundColor: fill ?? light.foreground,
                  margin: '0 auto',
                  opacity,
                },
              },
              '\u00a0',
            ),
          ),
        )
      }),
    ),
  )
}

/** The initial on the accent, as `npm run icons` draws it for a product without a mark of its own. */
function Initial({ name, hue }: Pick<Brand, 'name' | 'hue'>): ReactElement {
  const size = 36
  const cell: CSSProperties = {
    width: size,
    height: size,
    borderRadius: 9,
    backgroundColor: accentOf(hue).light,
    color: light.card,
    textAlign: 'center',
    fontSize: 18,
    lineHeight: `${size}px`,
    fontWeight: 600,
  }
  const [initial = ''] = name
  return h(
    'table',
    { ...bare, style: { margin: '0 0 24px' } },
    h(
      'tbody',
      null,
      h(
        'tr',
        null,
        h('td', { className: 'mark', width: size, height: size, style: cell }, initial.toUpperCase()),
      ),
    ),
  )
}

const bare = { role: 'presentation', cellPadding: 0, cellSpacing: 0, border: 0, 'aria-hidden': true }
