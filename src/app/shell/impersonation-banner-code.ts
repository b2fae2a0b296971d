// A file of its own: the feature's index is in the entry, and a dynamic import of it would bring everything
// it exports there.
export { ImpersonationBanner as default } from '#/features/administration/index.ts'
