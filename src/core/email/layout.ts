import { createElement as h, type CSSProperties, type ReactElement } from 'react'
import { Body } from '@react-email/body'
import { Button } from '@react-email/button'
import { Container } from '@react-email/container'
import { Head } from '@react-email/head'
import { Heading } from '@react-email/heading'
import { Hr } from '@react-email/hr'
import { Html } from '@react-email/html'
import { Link } from '@react-email/link'
import { Preview } from '@react-email/preview'
import { Section } from '@react-email/section'
import { Text } from '@react-email/text'

// No JSX: scripts that send mail run under plain Node, which strips types and nothing else.

export type LayoutProps = {
  language: string
  brandName: string
  subject: string
  heading: string
  greeting: string
  body: string
  code?: string
  action: { label: string; url: string }
  linkHint: string
  alternative?: { sentence: string; url: string }
  reason: string
  origin: string
}

// Mail clients know neither custom properties nor OKLCH: these are the tokens of the style sheet as plain
// colours. Inline styles are the light theme, which every client shows; the media query repaints where the
// client is dark and says so.
const light = {
  ground: '#f6f4f1',
  card: '#ffffff',
  border: '#e5e1dc',
  text: '#26221e',
  muted: '#6b645c',
  accent: '#b4432a',
  onAccent: '#ffffff',
  slabs: ['#e8a48f', '#d2694c', '#b4432a'],
}
const dark = {
  ground: '#181614',
  card: '#23201d',
  border: '#3a3632',
  text: '#f0ece6',
  muted: '#aaa299',
  link: '#f08a6c',
  button: '#c24e31',
}

const darkStyles = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .ground, .ground > table > tbody > tr > td { background-color: ${dark.ground} !important; }
  .card { background-color: ${dark.card} !important; border-color: ${dark.border} !important; }
  .text { color: ${dark.text} !important; }
  .muted { color: ${dark.muted} !important; }
  .link { color: ${dark.link} !important; }
  .rule { border-color: ${dark.border} !important; }
  .button { background-color: ${dark.button} !important; }
}
@media (max-width: 480px) {
  .card { padding: 24px 20px !important; }
}`

const font = "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
const reading: CSSProperties = { margin: '0 0 16px', fontSize: 16, lineHeight: '24px', color: light.text }
const digits: CSSProperties = {
  margin: '0 0 24px',
  fontSize: 32,
  lineHeight: '40px',
  fontWeight: 600,
  letterSpacing: '0.2em',
  color: light.text,
}
const small: CSSProperties = { margin: '0 0 8px', fontSize: 13, lineHeight: '20px', color: light.muted }
const link: CSSProperties = { color: light.accent, textDecoration: 'underline', wordBreak: 'break-all' }

/**
 * The one look of all mails: mark, heading, what it is about, one button with its plain link, and who caused
 * it.
 */
export function MailLayout(props: LayoutProps): ReactElement {
  return h(
    Html,
    { lang: props.language },
    h(
      Head,
      null,
      h('title', null, props.subject),
      h('meta', { name: 'viewport', content: 'width=device-width' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('style', { dangerouslySetInnerHTML: { __html: darkStyles } }),
    ),
    h(
      Body,
      {
        className: 'ground',
        style: { margin: 0, padding: 0, backgroundColor: light.ground, fontFamily: font },
      },
      h(Preview, null, props.body),
      h(
        Container,
        {
          className: 'ground',
          style: { maxWidth: 520, padding: '32px 16px', backgroundColor: light.ground },
        },
        h(Mark, { brandName: props.brandName }),
        h(
          Section,
          {
            className: 'card',
            style: {
              padding: 32,
              backgroundColor: light.card,
              border: `1px solid ${light.border}`,
              borderRadius: 10,
            },
          },
          h(Message, props),
        ),
        h(
          Text,
          { className: 'muted', style: { ...small, margin: '16px 0 0', textAlign: 'center' } },
          props.brandName,
        ),
      ),
    ),
  )
}

function Message({
  heading,
  greeting,
  body,
  code,
  action,
  linkHint,
  alternative,
  reason,
  origin,
}: LayoutProps): ReactElement[] {
  return [
    h(
      Heading,
      {
        key: 'heading',
        as: 'h1',
        className: 'text',
        style: {
          margin: '0 0 16px',
          fontSize: 24,
          lineHeight: '32px',
          fontWeight: 600,
          letterSpacing: '-0.01em',
          color: light.text,
        },
      },
      heading,
    ),
    h(Text, { key: 'greeting', className: 'text', style: reading }, greeting),
    h(Text, { key: 'body', className: 'text', style: { ...reading, margin: '0 0 24px' } }, body),
    ...(code === undefined ? [] : [h(Text, { key: 'code', className: 'text', style: digits }, code)]),
    h(
      Button,
      {
        key: 'button',
        className: 'button',
        href: action.url,
        style: {
          padding: '12px 20px',
          borderRadius: 8,
          backgroundColor: light.accent,
          color: light.onAccent,
          fontSize: 16,
          fontWeight: 600,
        },
      },
      action.label,
    ),
    h(Text, { key: 'hint', className: 'muted', style: { ...small, margin: '24px 0 0' } }, linkHint),
    h(
      Text,
      { key: 'plain', className: 'muted', style: small },
      h(Link, { className: 'link', href: action.url, style: link }, action.url),
    ),
    ...(alternative
      ? [
          h(
            Text,
            { key: 'alternative', className: 'muted', style: { ...small, margin: '16px 0 0' } },
            alternative.sentence,
          ),
          h(
            Text,
            { key: 'second', className: 'muted', style: small },
            h(Link, { className: 'link', href: alternative.url, style: link }, alternative.url),
          ),
        ]
      : []),
    h(Hr, {
      key: 'rule',
      className: 'rule',
      style: { margin: '24px 0 16px', border: 'none', borderTop: `1px solid ${light.border}` },
    }),
    h(Text, { key: 'reason', className: 'muted', style: small }, reason),
    h(Text, { key: 'origin', className: 'muted', style: { ...small, margin: 0 } }, origin),
  ]
}

/** Drawn from table cells: pictures are blocked and SVG is unknown in many clients. */
function Mark({ brandName }: { brandName: string }): ReactElement {
  const slabs = [16, 24, 32].map((width, index) =>
    h(
      'table',
      {
        key: width,
        role: 'presentation',
        align: 'center',
        width,
        cellPadding: 0,
        cellSpacing: 0,
        border: 0,
        style: { margin: '0 auto 2px' },
      },
      h(
        'tbody',
        null,
        h(
          'tr',
          null,
          h(
            'td',
            {
              height: 6,
              style: {
                height: 6,
                lineHeight: '6px',
                fontSize: 1,
                borderRadius: 2,
                backgroundColor: light.slabs[index],
              },
            },
            ' ',
          ),
        ),
      ),
    ),
  )
  return h(
    'table',
    { role: 'presentation', cellPadding: 0, cellSpacing: 0, border: 0, style: { margin: '0 0 20px' } },
    h(
      'tbody',
      null,
      h(
        'tr',
        null,
        h('td', { width: 32, style: { width: 32, verticalAlign: 'middle' } }, slabs),
        h(
          'td',
          {
            className: 'text',
            style: {
              paddingLeft: 12,
              verticalAlign: 'middle',
              fontSize: 16,
              fontWeight: 600,
              letterSpacing: '-0.01em',
              color: light.text,
            },
          },
          brandName,
        ),
      ),
    ),
  )
}
