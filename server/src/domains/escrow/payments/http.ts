import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Locale, SharedMessageId } from '@fws/contract/platform/messages';
import type { Deps } from '../../../platform/deps.ts';
import { findCaller, getRequestLocale } from '../../../platform/http/caller.ts';
import type { CallSettings } from '../../../platform/http/calls.ts';
import { escapeHtml } from '../../../platform/html.ts';
import { buildPlainPage } from '../../../platform/http/plain-page.ts';
import { translate } from '../../../platform/messages.ts';
import { getPaymentGateway } from '../../../ports/index.ts';
import type { Checkout } from '../../../ports/payment-gateway.ts';
import { ProviderError } from '../../../ports/provider-error.ts';
import { registerOrder } from '../orders/service.ts';
import { findOrder, resetAttempt } from '../orders/store.ts';
import { isPayer } from '../policy.ts';

/** `GET /pay/<order>`: redirects the payer who opened the order, and nobody else, to the provider's checkout. */
export function mountPayPage(app: FastifyInstance, deps: Deps, settings: CallSettings): void {
  app.get<{ Params: { orderId: string } }>('/pay/:orderId', async (request, reply) => {
    const { orderId } = request.params;
    const locale = getRequestLocale(request);
    void reply.header('cache-control', 'no-store');
    const authenticated = await findCaller(request, {}, settings);
    if (!authenticated) return reply.redirect(`/login?next=${encodeURIComponent(`/pay/${orderId}`)}`, 303);
    if (authenticated.caller.impersonation)
      return sendPage(reply, 403, locale, 'admin.impersonation_read_only', {
        href: '/',
        text: 'contracts.pay_home',
      });
    const order = await findOrder(deps.db, orderId);
    if (!order || !isPayer(order, authenticated.caller.userId)) {
      const code = 'contracts.order_not_found';
      await settings.noteRefusedAccess(request, authenticated.caller, '/pay', { kind: 'not_found', code });
      return sendPage(reply, 404, locale, code, { href: '/', text: 'contracts.pay_home' });
    }

    const session = await loadCheckoutSession(deps, orderId);
    if (!session.ok)
      return sendPage(reply, 503, locale, 'contracts.gateway_unavailable', {
        href: `/pay/${orderId}`,
        text: 'contracts.pay_again',
      });
    // Paid or closed: the return page shows which.
    if (session.id === null)
      return reply.redirect(`/paymentScreen?order_id=${encodeURIComponent(orderId)}`, 303);
    await resetAttempt(deps.db, orderId);
    const checkout = getPaymentGateway(deps.ports, order.provider).checkout({
      orderId,
      sessionId: session.id,
      returnUrl: `${deps.config.publicUrl}/pay/${orderId}/return`,
    });
    return checkout.kind === 'redirect'
      ? reply.redirect(checkout.url, 303)
      : sendScriptPage(reply, locale, checkout);
  });

  // Some providers post to the return URL. Their parameters are not trusted: the return page asks our API.
  app.route<{ Params: { orderId: string } }>({
    method: ['GET', 'POST'],
    url: '/pay/:orderId/return',
    handler: (request, reply) =>
      reply.redirect(`/paymentScreen?order_id=${encodeURIComponent(request.params.orderId)}`, 303),
  });
}

async function loadCheckoutSession(
  deps: Deps,
  orderId: string,
): Promise<{ ok: true; id: string | null } | { ok: false }> {
  try {
    return { ok: true, id: await registerOrder(deps, orderId) };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    deps.log.warn('order could not be registered for its payer', { orderId, code: error.code });
    return { ok: false };
  }
}

function sendPage(
  reply: FastifyReply,
  status: number,
  locale: Locale,
  message: SharedMessageId,
  link: { href: string; text: SharedMessageId },
): FastifyReply {
  const body = `<p>${escapeHtml(translate(locale, message))}</p>
<p><a href="${escapeHtml(link.href)}">${escapeHtml(translate(locale, link.text))}</a></p>`;
  return reply.code(status).type('text/html; charset=utf-8').send(buildPlainPage(locale, body));
}

/** Sends a page on which the provider's script draws its own checkout. */
function sendScriptPage(
  reply: FastifyReply,
  locale: Locale,
  checkout: Extract<Checkout, { kind: 'script' }>,
): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  const { src, start, hosts } = checkout;
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' ${hosts}`,
    "style-src 'unsafe-inline'",
    `img-src ${hosts} data:`,
    `connect-src ${hosts}`,
    `frame-src ${hosts}`,
    // Our own origin too: the script posts the result of an attempt to the return URL.
    `form-action 'self' ${hosts}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  const body = `<p role="status">${escapeHtml(translate(locale, 'contracts.pay_opening'))}</p>
<script src="${escapeHtml(src)}" nonce="${nonce}"></script><script nonce="${nonce}">${start}</script>`;
  return (
    reply
      .header('content-security-policy', policy.join('; '))
      // The provider's frames may offer the browser's own payment methods, so `payment` stays enabled.
      .header('permissions-policy', 'camera=(), microphone=(), geolocation=()')
      .type('text/html; charset=utf-8')
      .send(buildPlainPage(locale, body))
  );
}
