/** Several transfers at once, and what was cancelled; the card's texts hold it. */
export const queue = {
  sendMeanwhile: 'Send another meanwhile',
  queue: 'What waits to be sent',
  queued: 'It waits for its turn below, and is sent by itself.',
  queueWaits: 'Waits: {{files}}, {{size}}, to {{people}}',
  queueWaitsLink: 'Waits: {{files}}, {{size}}, for a link',
  queueNext: 'Send this one next',
  queueKeepOpen: 'Keep this page open: files that wait are in it alone, and are lost when it is reloaded or closed.',
  queueIsDraft: 'It becomes a draft in the card again.',
  queueIsLost: 'There is another draft in the card, so this one will be lost with its files.',
  queueComesBack: 'There is another draft in the card. Once that is sent, this one comes back and asks for its files again.',
  queueCardFull: 'Send or clear the draft in the card first',
  earlyQueued: 'Uploaded as soon as what is being sent is through.',
  nobodyTold: 'Nobody was told.',
}
