/** Mails about webhooks. */
export const webhooks = {
  paused: {
    subject: (host: string): string => `Nothing more is sent to ${host}`,
    title: 'A webhook of yours was paused',
    gone: (host: string): string => `${host} answered that it wants no more calls (410 Gone), so we have stopped making them.`,
    failing: (host: string, days: number): string =>
      `For ${days} days not one call to ${host} has succeeded, so we have stopped making them.`,
    meanwhile:
      'What happens from now on is not told to it. Your transfers and requests are not affected. Once its address works, let it go on; what failed before can be sent again from its log.',
    button: 'See what failed',
    linkLabel: 'See what failed here:',
    footer: 'This mail comes once, when a webhook of your account is paused.',
  },
}
