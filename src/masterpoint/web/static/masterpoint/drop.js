// A file dropped anywhere on the page goes into the form; without JavaScript the ordinary button does.
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  const input = document.querySelector("input[type=file]");
  if (!input || !event.dataTransfer.files.length) return;
  event.preventDefault();
  input.files = event.dataTransfer.files;
  input.form.requestSubmit();
});
