/**
 * The product adds what it has installed here, for the types of core, which imports nothing of it:
 * `interface Register { features: typeof import('./app.ts') }`, and `serverFeatures`.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- an interface is what module augmentation needs
export interface Register {}

/** The same for the codes of its languages: `{ language: 'en' | 'fr' }`. */
// oxlint-disable-next-line typescript/no-empty-object-type -- an interface is what module augmentation needs
export interface RegisterLanguage {}

/** The same for roles beside owner, admin and member: `{ role: 'accountant' }`. */
// oxlint-disable-next-line typescript/no-empty-object-type -- an interface is what module augmentation needs
export interface RegisterRole {}

/** The same for its router, whose type comes from what is installed: `{ router: AppRouter }`. */
// oxlint-disable-next-line typescript/no-empty-object-type -- an interface is what module augmentation needs
export interface RegisterRouter {}
