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
  senderBroken: {
    subject: (host: string): string => `Mails no longer come from ${host}`,
    title: 'Your mails come from our address again',
    intro: (host: string): string =>
      `The record by which mails from ${host} are signed is no longer in its DNS, or it was changed.`,
    meanwhile: 'Mails to your recipients go on, from our address. Nothing is lost.',
    button: 'See what is wrong',
    linkLabel: 'See what is wrong here:',
    footer: 'We look at the record each hour, and use your domain again as soon as it is right.',
  },
}
