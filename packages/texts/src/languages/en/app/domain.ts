/** A host of one's own for links (B2). */
export const domain = {
  loading: 'Loading your domain',
  tryAgain: 'Try again',
  title: 'Where your links stand',
  text: 'Your recipients and suppliers see links at {{base}}. They can stand at a domain of yours instead: in mails, in links that you copy, and in QR codes.',
  now: 'New links now:',
  localText:
    'This service is reached at {{base}}, an address of one machine or network: a domain of yours can lead here only once it has a public one.',
  reservedText: 'Links at your own domain come with the Business plan.',
  restsText:
    'Your plan has no links at your own domain any more: new ones use our address. Those that you gave out go on working.',
  seePlans: 'See the plans',

  addOwn: 'Use your own domain',
  addOwnText:
    'Best is a name that is used for nothing else, such as files.example.com. You need to be able to change the DNS of your domain, or to ask who can.',
  hostLabel: 'Domain',
  hostWrong: 'This cannot be used. Type a name such as files.example.com, without https:// and without a port.',
  addBelow: 'Or a name below ours',
  addBelowText: 'Nothing to set up: take a name below {{base}}.',
  belowLabel: 'Name',
  belowWrong: 'This name cannot be used. Take 3 letters or more, without dots.',
  add: 'Add',

  state_waiting: 'Waiting for DNS',
  state_verified: 'In use',
  state_broken: 'Broken',
  state_waiting_text:
    'Set these two records where the DNS of your domain is looked after. It often takes minutes, sometimes hours, until they are seen. This page looks again by itself.',
  state_verified_text: 'New links stand at {{host}}. We look at the records each hour.',
  state_broken_text:
    'The records are no longer right. New links use {{base}} until they are; links at {{host}} that you gave out do not work meanwhile.',
  belowWaits: 'This name does not lead here yet. Please ask whoever runs this service.',

  name: 'Name',
  value: 'Value',
  copy: 'Copy {{what}}',
  copied: '{{what}} copied',
  record_right: 'Right',
  record_missing: 'Not there yet',
  record_other: 'Something else is there: {{found}}. Wanted: {{value}}',
  record_unknown: 'The name servers did not answer. We ask again.',
  apex: 'The name is your domain itself, and takes no CNAME?',
  apexText:
    'A domain itself (example.com) often cannot have a CNAME. Set these addresses instead, and no others. If they change, you have to change them too.',
  where: 'Where to enter this',
  whereText: 'Most ask for the name without your domain: leave out “.{{above}}” at its end. They call the fields differently:',
  whereHost: 'At',
  whereProxy: 'With Cloudflare, set the CNAME to “DNS only”: behind its proxy the record cannot be seen.',
  allRight:
    'Both records are right. If it still waits after “Look now”, another account has proven this name before you: contact whoever runs this service.',
  check: 'Look now',
  checkedAt: 'Last looked: {{time}}',
  remove: 'Remove',
  keep: 'Keep',
  removeTitle: 'Remove {{host}}?',
  removeText:
    'Links at this domain stop working at once, also those that you gave out. The files stay, and their links at our address work.',

  mailsTitle: 'Where your mails come from',
  mailsText:
    'Mails to your recipients and suppliers can come from an address at your domain, signed for it. Answers go to whoever sends, as ever.',
  mailsNow: 'Mails come from:',
  mailsReserved: 'Mails from your own domain come with the Business plan.',
  mailsRest: 'Your plan has no mails from your own domain any more: they come from our address.',
  mailsLabel: 'Address that mails come from',
  mailsWrong: 'This cannot be used. Type an address at your own domain, such as files@example.com.',
  mails_waiting: 'Set this record where the DNS of your domain is looked after. Until it is seen, mails come from {{usual}}.',
  mails_verified: 'Mails come from this address and are signed for your domain. We look at the record each hour.',
  mails_broken: 'The record is no longer right. Mails come from {{usual}} until it is.',
  mailsRemove: 'Mails come from {{usual}} again, at once. You can then take the record out of your DNS.',
  renew: 'New key',
  newFirst: 'Set the new record beside the old one. Mails go on being signed with the old key until the new one is seen.',
  oldMayGo: 'Mails are signed with the new key. The older record may go from your DNS after a week.',
  dmarc: 'Advice: your domain does not say what becomes of mails that only pretend to be from it. With this record it begins to.',
}
