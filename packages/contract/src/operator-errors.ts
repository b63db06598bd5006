/** Of the catalogue of errors: what whoever runs the service meets on its pages (O11). */
export const operatorErrors = {
  operatorUnsecured: {
    status: 403,
    text: 'These pages need more than a password. Switch on the second step under “Sign-in and security”; or add a passkey there, log out, and log in with it.',
  },
  firstLinkDead: {
    status: 403,
    text: 'This link was used already, or it is too old, or somebody runs this service already. The service writes a new one when it starts, while nobody does.',
  },
} as const
