export { ReferencePage } from './ui/reference-page.tsx'
