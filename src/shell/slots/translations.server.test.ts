import { expect, test } from 'vitest'
import { catalogOf } from './translations.server.ts'

test('texts of core that the application has replace those of core, wherever core is', () => {
  const own = { '../../core-texts/errors/locales/fr.json': { offline: 'Hors ligne' } }
  const others = {
    '../../app/locales/fr.json': { title: 'Accueil' },
    '../../app/locales/de.json': { title: 'Start' },
    '../../../packages/core/src/i18n/errors/locales/fr.json': { offline: 'Déconnecté' },
  }
  const french = { app: { title: 'Accueil' }, errors: { offline: 'Hors ligne' } }
  expect(catalogOf({ ...others, ...own }, 'fr')).toEqual(french)
  expect(catalogOf({ ...own, ...others }, 'fr')).toEqual(french)
  expect(catalogOf(others, 'fr')).toEqual({ ...french, errors: { offline: 'Déconnecté' } })
})
