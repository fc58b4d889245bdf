//! A way to a server that can be cut without a word: what is sent is taken and goes nowhere.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

/// Whether what comes is kept back.
type Cut = Arc<(Mutex<bool>, Condvar)>;

pub struct Relay {
    pub port: u16,
    cut: Cut,
}

impl Relay {
    /// A way to this port of this machine.
    pub fn to(target: u16) -> Relay {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let relay = Relay { port: listener.local_addr().unwrap().port(), cut: Cut::default() };
        let cut = relay.cut.clone();
        thread::spawn(move || {
            for near in listener.incoming().map_while(Result::ok) {
                let Ok(far) = TcpStream::connect(("127.0.0.1", target)) else { continue };
                let (near_too, far_too) = (near.try_clone().unwrap(), far.try_clone().unwrap());
                let (there, back) = (cut.clone(), cut.clone());
                thread::spawn(move || carry(near, far, &there));
                thread::spawn(move || carry(far_too, near_too, &back));
            }
        });
        relay
    }

    pub fn cut(&self) {
        *self.cut.0.lock().unwrap() = true;
    }

    /// All that was kept back arrives.
    pub fn mend(&self) {
        *self.cut.0.lock().unwrap() = false;
        self.cut.1.notify_all();
    }
}

fn carry(mut from: TcpStream, mut to: TcpStream, (cut, mended): &(Mutex<bool>, Condvar)) {
    let mut bytes = [0; 1 << 16];
    while let Ok(length @ 1..) = from.read(&mut bytes) {
        drop(mended.wait_while(cut.lock().unwrap(), |cut| *cut).unwrap());
        if to.write_all(&bytes[..length]).is_err() {
            break;
        }
    }
    drop((from.shutdown(Shutdown::Both), to.shutdown(Shutdown::Both)));
}
