/** Mails about hosts of one's own. */
export const domains = {
  broken: {
    subject: (host: string): string => `Links no longer stand at ${host}`,
    title: 'Your domain does not lead here any more',
    intro: (host: string): string =>
      `The records of ${host} are no longer as they have to be. Somebody may have changed them, or the domain has run out.`,
    meanwhile:
      'New links use our address until they are right again. Links at your domain that you have given out do not work meanwhile.',
    button: 'See what is wrong',
    linkLabel: 'See what is wrong here:',
    footer: 'We look at the records each hour, and use your domain again as soon as they are right.',
  },
}
