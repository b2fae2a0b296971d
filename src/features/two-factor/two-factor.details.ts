import type { FeatureDetails } from '@plinth/core/feature'

export const details: FeatureDetails = {
  namespaces: ['two-factor:details'],
  ofUser: [
    {
      order: 10,
      title: 'two-factor:details.name',
      text: ({ twoFactorEnabled }) => (twoFactorEnabled ? 'two-factor:details.on' : 'two-factor:details.off'),
    },
  ],
}
