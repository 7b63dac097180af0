import type { Context } from '../context.ts';
import { html, type Html } from '../pages/html.ts';
import { renderButton } from '../pages/layout.ts';

/** Describes every control of the sandbox. */
export function renderControlsGuide({ settings, faults }: Context): Html {
  const otherSetting = faults.webhooks === 'on' ? 'off' : 'on';
  return html`
    <section>
      <h2>Credentials</h2>
      <dl>
        <dt>Client id</dt>
        <dd><code>${settings.clientId}</code> in <code>x-client-id</code></dd>
        <dt>Client secret</dt>
        <dd>
          <code>${settings.clientSecret}</code> in <code>x-client-secret</code>, also MSG91’s
          <code>authkey</code>
        </dd>
        <dt>Razorpay’s dialect</dt>
        <dd>
          the same two as key id and key secret, at <code>/razorpay/v1</code>; webhooks are signed with the
          secret
        </dd>
        <dt>Version</dt>
        <dd>
          <code>x-api-version</code>: 2025-01-01 for <code>/pg</code>, 2024-01-01 for <code>/payout</code>
        </dd>
      </dl>
    </section>
    <section>
      <h2>Files</h2>
      <p>
        <code>/s3</code> is a store like S3 with one private bucket, <code>fws-files</code> in
        <code>ap-south-1</code>, addressed by path; the credentials above are its keys. FWS uses it with
        <code>FILES=bucket</code>. It refuses files without encryption at rest. A fault with the path
        <code>/s3</code> and the status 503 or 507 makes it unavailable or full.
      </p>
    </section>
    <section>
      <h2>Payments</h2>
      <p>
        The checkout page has a button for each way a payment can go. From a program:
        <code>POST /pg/simulate</code> with <code>entity: "ORDERS"</code> and an order id makes an attempt
        with that outcome; with <code>entity: "PAYMENTS"</code> and a payment id it ends a pending attempt.
        Outcomes: <code>SUCCESS</code>, <code>FAILED</code>, <code>PENDING</code>, <code>USER_DROPPED</code>.
        A success on an expired or terminated order becomes <code>CANCELLED</code>.
      </p>
      <p>
        A paid order takes one more payment after “Allow a second payment” above, or
        <code>POST /control/orders/{order_id}/second-payment</code>.
      </p>
      <p>
        Refunds succeed after a moment. <code>refund_note</code> <code>FAILED</code> fails,
        <code>PENDING</code> waits for a button above.
      </p>
      <p>
        A paid payment is charged back above, or with
        <code>POST /control/payments/{payment_id}/dispute</code> (<code>type</code>, by default
        <code>CHARGEBACK</code>; <code>amount</code> in rupees, by default all of it), and moved on with
        <code>POST /control/disputes/{dispute_id}</code> (<code>step</code>, as <code>MERCHANT_WON</code>;
        <code>type</code> where the bank comes back).
      </p>
      <p>
        <code>POST /control/settlements</code> with <code>outcome</code> <code>SUCCESS</code> or
        <code>FAILED</code> sends what is not settled yet to the merchant’s bank account, less 1.75% and 18%
        GST on that; <code>POST /control/settlements/{settlement_id}/reverse</code> sends one back.
      </p>
      <p>
        <code>POST /pg/recon</code> and Razorpay’s lists give what happened between two moments. Each payout
        account has ₹50,00,000 at first; <code>POST /control/payout-deposits</code> with
        <code>vendor</code> (<code>cashfree</code> or <code>razorpay</code>) and <code>rupees</code> puts more
        in.
      </p>
    </section>
    <section>
      <h2>Razorpay</h2>
      <p>
        <code>/razorpay/v1</code> speaks its orders, payments, refunds, disputes, settlements, contacts, fund
        accounts and payouts, over the same memory: everything on this page works on them too, by the order’s
        <code>receipt</code>, the payout’s <code>reference_id</code>, or their own ids. Its checkout stands
        for the vendor’s script and takes <code>?callback_url=</code>. <code>notes.note</code> does what
        <code>refund_note</code> does. <code>PAYMENTS_PROVIDER=razorpay</code> makes FWS use it.
      </p>
    </section>
    <section>
      <h2>Payouts</h2>
      <dl>
        <dt>Ends 0000, or fail@…</dt>
        <dd>Fails; the name check does not find the account</dd>
        <dt>Ends 1111, or reverse@…</dt>
        <dd>Reversed ${settings.reverseDelayMs / 1000} s after it was paid</dd>
        <dt>Ends 2222, or slow@…</dt>
        <dd>Answers 503 twice, then takes the transfer</dd>
        <dt>Ends 3333, or other@…</dt>
        <dd>Paid; the name check finds another person</dd>
        <dt>Ends 4444, or silent@…</dt>
        <dd>Paid; the bank does not answer the name check</dd>
        <dt>All others</dt>
        <dd>Paid within seconds; the name check finds the name that it was asked about, in capitals</dd>
      </dl>
      <p>
        Any paid one can be reversed above, or with
        <code>POST /control/transfers/{transfer_id}/reverse</code>.
      </p>
    </section>
    <section>
      <h2>Identity</h2>
      <p>By the four digits of the PAN, also inside a GSTIN, and by the last four of an Aadhaar number:</p>
      <dl>
        <dt>0000</dt>
        <dd>Refused</dd>
        <dt>1111</dt>
        <dd>
          Pending until a button above, or <code>POST /control/checks/{reference_id}</code> with
          <code>status</code> <code>VALID</code> or <code>INVALID</code>
        </dd>
        <dt>2222</dt>
        <dd>Valid, under another name</dd>
        <dt>All others</dt>
        <dd>Valid, under the given name</dd>
      </dl>
      <p>
        To try another name, also in another script: every number and bank account that ends in these four
        digits is registered under it, until the name is set empty. From a program:
        <code>POST /control/names</code> with <code>ending</code> and <code>name</code>.
      </p>
      <form method="post" action="/control/names" class="stack">
        <label for="ending">Last four digits</label>
        <input id="ending" name="ending" inputmode="numeric" pattern="[0-9]{4}" required value="7777" />
        <label for="name">Registered name</label>
        <input id="name" name="name" maxlength="100" value="किरण कुमार" />
        <button>Register the name</button>
      </form>
      <p>
        Aadhaar by number is Setu’s OKYC under <code>/setu/api/okyc</code>: the picture’s characters are
        listed above, for programs <code>GET /control/okyc?mobile=…</code>; the one-time password is in the
        outbox of the user’s mobile number. Aadhaar by DigiLocker (<code>AADHAAR_MODE=digilocker</code>) is
        Cashfree’s <code>/verification/digilocker</code> with a page to allow or deny. Pending ones are
        decided above, or with <code>POST /control/okyc/{id}</code> and
        <code>POST /control/digilocker/{verification_id}</code>. Well-formed numbers:
        <code>234123412346</code>, <code>234123470000</code>, <code>234123441111</code>,
        <code>234123452222</code>.
      </p>
    </section>
    <section>
      <h2>Social login</h2>
      <p>
        Two OpenID issuers, <code>/oidc/google</code> and <code>/oidc/facebook</code>, for the client above:
        discovery, authorization code with PKCE, JWKS, userinfo. The sign-in page offers test people with a
        verified e-mail, an unverified one and none, and takes any other.
      </p>
    </section>
    <section>
      <h2>Messages</h2>
      <dl>
        <dt>SMS</dt>
        <dd>
          MSG91 (<code>POST /api/v5/flow</code>, log report) and Infobip (<code>/infobip/sms/3</code>, with
          <code>SMS_PROVIDER=infobip</code>). Receipts go to <code>/webhooks/sms/msg91</code> and
          <code>…/infobip</code>
        </dd>
        <dt>WhatsApp</dt>
        <dd>
          The Cloud API at <code>/graph/v23.0</code>; receipts and “stop” go to
          <code>/webhooks/whatsapp</code>
        </dd>
        <dt>Push</dt>
        <dd>
          <code>POST /push/subscriptions</code> with <code>label</code> (and
          <code>applicationServerKey</code>) subscribes a browser that is always there; <code>DELETE</code> of
          its endpoint ends it. The service verifies and decrypts what it gets
        </dd>
        <dt>E-mail</dt>
        <dd>
          Over SMTP. A mail to <code>bounce…@</code> comes back to <code>/webhooks/mail</code>: for ever, or
          for now when the address contains <code>full</code>
        </dd>
      </dl>
      <p>
        All of it lands in the <a href="/outbox">outbox</a>, for programs <code>/outbox.json?to=…</code>.
        <code>POST /control/messages/{id}</code> with <code>state</code> (<code>sent</code>,
        <code>delivered</code>, <code>read</code>, <code>failed</code>, or <code>stop</code> for WhatsApp’s
        second button) sends a receipt by hand.
      </p>
      <p>
        <code>POST /control/recipients</code> with <code>to</code> and <code>manner</code> decides what
        happens to messages to one number, address or label: <code>refused</code>,
        <code>undelivered</code> (accepted, then reported as failed; a push subscription is gone),
        <code>late</code>, <code>twice</code> and <code>silent</code> (receipts), or <code>usual</code>.
        Below, <code>failNext</code> takes the paths above, and <code>smtp</code> with the status of an SMTP
        answer.
      </p>
    </section>
    <section>
      <h2>Virus scanner</h2>
      <p>
        Speaks as ClamAV’s daemon on a port of its own. It finds EICAR’s test text, wherever it stands in a
        file, and nothing else.
      </p>
    </section>
    <section>
      <h2>Faults</h2>
      <p>Webhooks are <strong>${faults.webhooks}</strong>. While off they are listed, not sent.</p>
      ${renderButton(`Turn webhooks ${otherSetting}`, '/control/faults', { webhooks: otherSetting })}
      <p><code>POST /control/faults</code> takes JSON, each part optional:</p>
      <dl>
        <dt><code>webhooks</code></dt>
        <dd><code>"on"</code> or <code>"off"</code></dd>
        <dt><code>latencyMs</code></dt>
        <dd>Every vendor call waits that long first</dd>
        <dt><code>failNext</code></dt>
        <dd>
          <code>{path, method?, status, times?, when?}</code>: the next calls whose path starts with
          <code>path</code> answer <code>status</code>; <code>when: "after"</code> does the work and loses the
          answer
        </dd>
      </dl>
      <p>
        A webhook that is not answered with 2xx is sent again, first after a second, then each time after
        twice as long.
      </p>
    </section>
  `;
}
