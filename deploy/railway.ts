// Railway, written from its documentation and not run. With its CLI, in the project's folder, after railway link:
//   railway config plan --file deploy/railway.ts, then railway config apply --file deploy/railway.ts
// Values marked preserve() are set once in the dashboard, before the first deploy. A config file in TypeScript has replaced
// railway.json, which new services can't use. Afterwards: railway ssh -- npx plinth doctor --deploy
import { bucket, defineRailway, github, postgres, preserve, project, service } from 'railway/iac'

export default defineRailway(() => {
  const database = postgres('postgres')
  // The image runs as another user than root, to whom a volume would belong: files go into a bucket.
  const files = bucket('files', { region: 'ams' })
  const app = service('app', {
    source: github('you/your-product'),
    healthcheck: '/readyz',
    domains: ['app.example.com'],
    env: {
      APP_URL: 'https://app.example.com',
      PORT: '3000',
      DATABASE_URL: database.env.DATABASE_URL,
      BETTER_AUTH_SECRET: preserve(),
      SMTP_URL: preserve(),
      MAIL_FROM: preserve(),
      // Needs packages that an image otherwise lacks: docs/deploy.md says which.
      STORAGE_URL: 's3://${{files.BUCKET}}?endpoint=${{files.ENDPOINT}}&region=auto&path-style=false',
      AWS_ACCESS_KEY_ID: '${{files.ACCESS_KEY_ID}}',
      AWS_SECRET_ACCESS_KEY: '${{files.SECRET_ACCESS_KEY}}',
      // Its proxy reaches the service from a private or shared address, and documents X-Real-IP only.
      TRUSTED_PROXIES: '10.0.0.0/8, 100.64.0.0/10, 172.16.0.0/12, fc00::/7',
      CLIENT_ADDRESS_HEADER: 'X-Real-IP',
      // Running answers get 10 s.
      RAILWAY_DEPLOYMENT_DRAINING_SECONDS: '20',
    },
  })
  return project('plinth', { resources: [database, files, app] })
})
