/** What stands in the send card's place at a limit (Q16); the card's texts hold it. */
export const limits = {
  limitTitle: 'Great things have limits',
  limitBelowPeople_one: 'One person and {{limit, number}} downloads.',
  limitBelowPeople_other:
    '{{count, number}} people, but only {{limit, number}} downloads for all of them together: whoever comes last gets nothing.',
  limitMonth:
    'Your {{role}} plan comes with {{limit}} transfers a month and resets on the 1st of next month, existing transfers remain downloadable',
  limitStorage: 'Your storage is now full',
  limitStorageUsed: '{{used}} of {{limit}} used',
  limitStorageOf: 'Your {{role}} plan holds {{limit}}.',
  limitStorageNeeds: 'These files need {{size}}.',
  limitStorageDelete: 'Delete transfers that nobody needs any more, and empty the bin, to make room.',
  limitStorageWait:
    'Room comes back {{time}} after older transfers expire, or as soon as you delete them by the link in the mail that confirmed them.',
  limitStorageWaitNot:
    'Room comes back when older transfers expire, or as soon as you delete them by the link in the mail that confirmed them.',
  limitTrial: 'Your trial has expired',
  limitTrialText: 'Please add a payment method to re-activate',
  addPayment: 'Add a payment method',
  continueFree: 'Continue on Free',
  upgrade: 'Upgrade',
  limitPayment: 'Your plan is waiting for a payment',
  limitUnpaid: 'A payment did not go through',
  limitUnpaidText: 'Add a payment method that works, and you can send again at once',
  limitTeam: 'The plan of {{name}} is waiting for a payment',
  limitTeamText:
    'Only the owner of the team can pay it. Until then nobody sends for the team. What was sent stays, and its links go on.',
  limitTeamPlan: 'Only the owner of {{name}} can choose a larger plan.',
  limitOwnAccount: 'Go to your own account',
  limitSuspended: 'Your account is suspended',
  limitSuspendedText: 'You can still see and delete your transfers. To send again, please contact support.',
  limitAddressClosed: 'This address may not send',
  limitAddressClosedText:
    'The operator of this service has closed it for sending. If you think that this is wrong, please contact support.',
  limitLeaving: 'Your account will be deleted on {{date}}',
  limitLeavingText: 'Until then you cannot send. If you have changed your mind, press “Keep my account” at the top of this page.',
  limitDraft: 'Your draft stays here.',
  limitBack: 'Back to the draft',
  yourTransfers: 'Your transfers',
}
