/** From Send on: what is asked for, several transfers at once, and what was cancelled; the card's texts hold it. */
export const queue = {
  handingOver: '正在准备发送…',
  sendMeanwhile: '同时再发一个',
  queue: '等待发送',
  queued: '已在下方排队，轮到时会自动发送。',
  queueWaits: '等待中：{{files}}，{{size}}，发送给 {{people}}',
  queueWaitsLink: '等待中：{{files}}，{{size}}，生成链接',
  queueCount_other: '{{count}} 个传输在等待',
  queueHeld_other: '{{count}} 个传输在等待，继续已暂停的传输后才会开始',
  queueNext: '下一个就发它',
  queueKeepOpen: '请保持此页面打开：等待中的文件只在此页面中，刷新或关闭后就会丢失。',
  queueIsDraft: '它会回到卡片中，成为草稿。',
  queueIsLost: '卡片中已有另一份草稿，所以这一份及其文件将会丢失。',
  queueComesBack: '卡片中已有另一份草稿。待那份发送后，这一份会回来，届时请重新选择文件。',
  queueCardFull: '请先发送或清空卡片中的草稿',
  earlyQueued: '当前的传输完成后开始上传。',
  nobodyTold: '没有通知任何人。',
}
