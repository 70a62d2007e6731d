// Asks the device for a passkey, and sends its answer with the form. Where browsers allow none, the form stays hidden.
const bytes = (text) =>
  Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
const text = (data) =>
  btoa(String.fromCharCode(...new Uint8Array(data))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

async function challenge(form) {
  const token = form.querySelector("[name=csrfmiddlewaretoken]").value;
  const answer = await fetch(form.dataset.options, { method: "POST", headers: { "X-CSRFToken": token } });
  if (!answer.ok) throw new Error(answer.statusText);
  const asked = await answer.json();
  asked.challenge = bytes(asked.challenge);
  if (asked.user) asked.user.id = bytes(asked.user.id);
  for (const known of asked.excludeCredentials ?? []) known.id = bytes(known.id);
  return asked;
}

async function askDevice(form) {
  const publicKey = await challenge(form);
  const key = await navigator.credentials[form.dataset.passkey]({ publicKey });
  const response = { clientDataJSON: text(key.response.clientDataJSON) };
  for (const part of ["attestationObject", "authenticatorData", "signature", "userHandle"]) {
    if (key.response[part]) response[part] = text(key.response[part]);
  }
  return { id: key.id, rawId: text(key.rawId), type: key.type, response, clientExtensionResults: {} };
}

for (const form of document.querySelectorAll("form[data-passkey]")) {
  if (!window.PublicKeyCredential) continue;
  (form.closest("[data-passkey-part]") ?? form).hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const failed = form.querySelector("[data-failed]");
    failed.hidden = true;
    try {
      form.elements.credential.value = JSON.stringify(await askDevice(form));
      form.submit();
    } catch {
      failed.hidden = false;
    }
  });
}
