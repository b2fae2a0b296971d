import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FormTexts } from '../form/form-texts.tsx'
import { asPart, FAILED_PART, isAbsent, Part } from './part.tsx'

function Broken(): never {
  throw new Error('ada@example.com')
}

const shown = (part: React.ReactNode) =>
  renderToString(
    <FormTexts value={(code) => `<${code}>`}>
      <hr id="before" />
      {part}
      <hr id="after" />
    </FormTexts>,
  )

test('a part that throws on the server says so in its place, and the rest is rendered', () => {
  const html = shown(
    <Part>
      <Broken />
    </Part>,
  )
  expect(html).toMatch(/before[^]*errors:unexpected[^]*after/)
  expect(html.split(FAILED_PART)).toHaveLength(2)
  expect(html.replace(/data-msg="[^"]*"|data-stck="[^"]*"/g, '')).not.toContain('ada@example.com')
})

test('a part may be absent instead, and one that works is as it is', () => {
  const Gone = asPart(Broken, isAbsent)
  expect(shown(<Gone />)).toContain(`<div ${FAILED_PART}></div>`)
  const Whole = asPart(() => <hr id="whole" />)
  expect(shown(<Whole />)).toMatch(/before.*id="whole".*after/)
  expect(shown(<Whole />)).not.toContain(FAILED_PART)
})
