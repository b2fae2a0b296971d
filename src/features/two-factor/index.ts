export { TwoFactorPage } from './ui/two-factor-page.tsx'
export { OtpPage } from './ui/otp-page.tsx'
export { twoFactorSearch } from './two-factor-search.ts'
