/** The home page around the send card. `|` in the headline is where a line may end. */
export const home = {
  title: '{{product}}: send big files, safely across any water',
  description:
    'Send big files and whole folders to anyone by e-mail. No account, no ads, and what was interrupted goes on where it was.',
  headline: 'Big files,|safely across|any water.',
  lead: 'Send to and from China, India and everywhere else. Whole folders, up to {{limit}} at a time, and nobody needs an account to download.',
  encrypted: 'AES-256',
  receipts: 'Receipts',
  noAds: 'No ads',
  points: 'What you can count on',
}
