export { HomePage } from './home-page.tsx'
export { loadShowcase } from './showcase-slot.tsx'
