export { ConnectPage } from './ui/connect-page.tsx'
export { loadConnect } from './ui/load-connect.ts'
