export { TwoFactorPage } from './two-factor-page.tsx'
export { OtpPage } from './otp-page.tsx'
export { twoFactorSearch } from './two-factor-search.ts'
