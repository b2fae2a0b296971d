import { Answer } from './answer.tsx'
import { Figures } from './figures.tsx'
import { MembersTile } from './members-tile.tsx'
import { ProductFrame } from './product-frame.tsx'
import { Section } from './section.tsx'
import { SmallTiles } from './small-tiles.tsx'
import { Stack } from './stack.tsx'
import { Steps } from './steps.tsx'
import { SecondFactorTile } from './second-factor-tile.tsx'

/** The product rendered with its own classes and messages; nothing in it is interactive. */
export function Showcase() {
  return (
    <>
      <ProductFrame />
      <Stack />
      <Section id="features" hasIntro>
        <div className="grid gap-4 sm:gap-5 lg:grid-cols-12">
          <SecondFactorTile />
          <MembersTile />
          <Answer />
        </div>
        <SmallTiles />
      </Section>
      <Section id="figures">
        <Figures />
      </Section>
      <Section id="steps">
        <Steps />
      </Section>
    </>
  )
}
