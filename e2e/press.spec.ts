import { expect, test } from '@playwright/test';
import { Round } from './support/press.ts';
import { PressWindow } from './support/press-window.ts';

// That the journey over every control notices one that does nothing.

const PAGE = `
  <title>A page</title>
  <h1>A page</h1>
  <p id="clock">0</p>
  <button>Message</button>
  <p style="position: relative"><button>Pay</button><i style="position: absolute; inset: 0"></i></p>
  <button onclick="this.setAttribute('aria-pressed', 'true')">Save</button>
  <button onclick="document.querySelector('dialog').showModal()">Open</button>
  <button onclick="fetch('/api/wallet')">Load</button>
  <button onclick="document.querySelector('[name=sum]').focus()">Check</button>
  <input name="sum" aria-label="Sum" aria-invalid="true">
  <button onclick="history.pushState(null, '', '?tab=all')">All</button>
  <button onclick="window.open('/terms')">Terms</button>
  <button disabled>Off</button>
  <dialog aria-labelledby="title">
    <div class="dg-h"><h2 id="title">More</h2><button onclick="this.closest('dialog').close()">Close</button></div>
    <button>Dead too</button>
  </dialog>
  <a href="tel:+912">First</a><a id="bell" href="sms:+913">Notices</a>
  <details><summary>Contacts</summary><a href="tel:+911">Call</a><a href="mailto:a@b.example">Mail</a></details>
  <label><input type="checkbox"> Tick</label>
  <label><input type="checkbox" onclick="return false"> Dead tick</label>
  <label>File <input type="file"></label>
  <select aria-label="Sort"><option>A</option><option>B</option></select>
  <ul><li><button onclick="this.textContent += '!'">View 1</button></li><li><button>View 2</button></li></ul>
  <script>
    addEventListener('pointerdown', () => document.head.append(document.createElement('link')));
    // As where the count of unread notices comes after the page.
    const count = () => (document.getElementById('bell').textContent = 'Notices, 3 unread');
    if (sessionStorage.getItem('counted')) count();
    addEventListener('pointerdown', () => (sessionStorage.setItem('counted', '1'), count()), { once: true });
    setInterval(() => (document.getElementById('clock').firstChild.data = String(Date.now())), 300);
  </script>
`;

test('names the controls that do nothing or cannot be pressed, and no other', async ({ page }) => {
  const window = await PressWindow.create(page, { effectMs: 1000 });
  await page.route('http://page.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: PAGE }),
  );
  const open = async () => void (await page.goto('http://page.example/'));
  const screen = { name: 'A page', part: 'screen', group: 'page', open, reopen: open } as const;
  const { effects, problems } = await new Round(window, screen, new Map()).run();
  expect(problems.toSorted()).toEqual([
    'A page: More › button “Dead too” does nothing',
    'A page: button “Message” does nothing',
    'A page: button “Pay” cannot be pressed: i. is above it',
    'A page: checkbox “Dead tick” does nothing',
  ]);
  expect([...effects.keys()].filter((key) => !problems.join().includes(key)).toSorted()).toEqual([
    'More › button “Close”',
    'button “All”',
    'button “Check”',
    'button “Load”',
    'button “Open”',
    'button “Save”',
    'button “Terms”',
    'button “View #”',
    'checkbox “Tick”',
    'file “File”',
    'link “Call”',
    'link “First”',
    'link “Mail”',
    'link “Notices, # unread”',
    'link “Notices”',
    'select “Sort”',
    'summary “Contacts”',
  ]);
});
