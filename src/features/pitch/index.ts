export { PitchPage } from './pitch-page.tsx'
export { loadShowcase } from './showcase-slot.tsx'
