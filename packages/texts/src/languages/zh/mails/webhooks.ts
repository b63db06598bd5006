import type { webhooks as english } from '../../en/mails/webhooks.ts'

export const webhooks: typeof english = {
  paused: {
    subject: (host) => `已停止向 ${host} 发送通知`,
    title: '您的一个 Webhook 已暂停',
    gone: (host) => `${host} 表示不再接收通知（410 Gone），因此我们已停止发送。`,
    failing: (host, days) => `${days} 天来发往 ${host} 的通知全部失败，因此我们已停止发送。`,
    meanwhile:
      '此后发生的事件不会再通知该地址，您的传输和文件请求不受影响。地址恢复后，请重新启用；之前失败的通知可以在记录中重新发送。',
    button: '查看失败原因',
    linkLabel: '在此查看失败原因：',
    footer: '仅在您账户的 Webhook 被暂停时发送此邮件。',
  },
}
