export { ProviderSetupPage } from './ui/provider-setup-page.tsx'
export { providerLabels, providerNames } from './providers.ts'
