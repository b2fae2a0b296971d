import type { FeatureDetails } from '#/core/feature.ts'

export const details: FeatureDetails = {
  namespaces: ['two-factor:details'],
  userFacts: [
    {
      order: 10,
      name: 'two-factor:details.name',
      value: ({ twoFactorEnabled }) =>
        twoFactorEnabled ? 'two-factor:details.on' : 'two-factor:details.off',
    },
  ],
}
