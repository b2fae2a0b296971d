export { twoFactorEndpoints } from './server/two-factor.endpoints.server.ts'
